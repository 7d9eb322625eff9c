/** What a command prints by itself, and what becomes of its arguments. */
export interface Printed {
  text: string
  /** One sign per mandatory argument: `+` prints, `-` does not; `?`: only optional ones, which never print. */
  takes: string
  /** A combining accent for the letter that follows. */
  accent?: string
}

/** How a command, named without its backslash, appears in words. Formatting commands print nothing but their argument. */
export function printed(command: string): Printed {
  const known = COMMANDS.get(command)
  if (known) return known
  return /cite|[rR]ef$/.test(command) ? SILENT : NOTHING
}

/** How a command of one character that is no letter appears; a line break may have a star. */
export function printedSymbol(symbol: string): Printed {
  const accent = ACCENTS[symbol]
  if (accent !== undefined) return { ...NOTHING, accent }
  if ('%&#$_{}'.includes(symbol)) return { ...NOTHING, text: symbol }
  if (symbol.startsWith('\\')) return { text: ' ', takes: '?' }
  return ',;:'.includes(symbol) || /\s/.test(symbol) ? SPACE : NOTHING
}

const NOTHING: Printed = { text: '', takes: '' }
const SILENT: Printed = { text: '', takes: '-' }
const SPACE: Printed = { text: ' ', takes: '' }

const COMMANDS: ReadonlyMap<string, Printed> = new Map<string, Printed>([
  ...taking(
    '-',
    `label index footnote footnotetext thanks todo marginpar phantom hphantom vphantom input include includegraphics begin
    end color pagecolor bibliography glsadd`,
  ),
  ...taking('--', 'crefrange Crefrange cpagerefrange vrefrange rule fontsize setlength addtolength setcounter'),
  ...taking(
    '-+',
    `texorpdfstring href hyperlink hypertarget textcolor colorbox foreignlanguage raisebox scalebox rotatebox parbox
    fontspec`,
  ),
  ...taking('--+', 'fcolorbox resizebox multicolumn multirow'),
  // Their optional argument is a label, an index or a width.
  ...taking('+', 'hyperref sqrt makebox framebox'),
  ...taking('?', 'footnotemark'),
  ...taking('?', 'newline linebreak pagebreak', ' '),
  ...taking('-', 'vspace hspace', ' '),
  ...taking('', 'quad qquad hfill vfill enspace thinspace space par break smallskip medskip bigskip and', ' '),
  ...printing(
    `LaTeX LaTeX TeX TeX LaTeXe LaTeX2e BibTeX BibTeX XeTeX XeTeX XeLaTeX XeLaTeX LuaTeX LuaTeX LuaLaTeX LuaLaTeX
    textbackslash \\ textasciitilde ~ textasciicircum ^ ldots ... dots ... cdots ... textellipsis ... textendash –
    textemdash — textbar | slash / S § P ¶ pounds £ euro € copyright © textregistered ® texttrademark ™ textdegree °`,
  ),
  ...printing('ss ß o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å i i j j dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ'),
  ...printing(
    `alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ
    lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ
    chi χ psi ψ omega ω Gamma Γ varGamma Γ Delta Δ varDelta Δ Theta Θ varTheta Θ Lambda Λ varLambda Λ Xi Ξ varXi Ξ
    Pi Π varPi Π Sigma Σ varSigma Σ Upsilon Υ varUpsilon Υ Phi Φ varPhi Φ Psi Ψ varPsi Ψ Omega Ω varOmega Ω`,
  ),
  ...printing(
    `infty ∞ times × cdot · pm ± le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ to → rightarrow → leftarrow ←
    Rightarrow ⇒ Leftarrow ⇐ in ∈ subset ⊂ subseteq ⊆ cup ∪ cap ∩ otimes ⊗ oplus ⊕ circ ∘ nabla ∇ partial ∂ ell ℓ
    hbar ℏ aleph ℵ forall ∀ exists ∃ sum ∑ prod ∏ int ∫`,
  ),
  // Functions print their names.
  ...'log ln lg exp sin cos tan cot sinh cosh tanh arcsin arccos arctan min max inf sup lim det dim ker gcd deg hom arg'
    .split(' ')
    .map((name): [string, Printed] => [name, { text: name, takes: '' }]),
  ...accents('H \u030b v \u030c u \u0306 c \u0327 d \u0323 b \u0331 k \u0328 r \u030a'),
  ...accents('hat \u0302 widehat \u0302 tilde \u0303 widetilde \u0303 bar \u0304 vec \u20d7 dot \u0307 ddot \u0308'),
  ...accents('acute \u0301 grave \u0300 check \u030c breve \u0306 mathring \u030a'),
])

const ACCENTS: Readonly<Record<string, string>> = {
  '"': '\u0308',
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
}

function taking(takes: string, names: string, text = ''): [string, Printed][] {
  return names.split(/\s+/).map((name) => [name, { text, takes }])
}

function printing(names: string): [string, Printed][] {
  return pairs(names).map(([name, text]) => [name, { text, takes: '' }])
}

function accents(names: string): [string, Printed][] {
  return pairs(names).map(([name, accent]) => [name, { text: '', takes: '', accent }])
}

function pairs(words: string): [string, string][] {
  return [...words.matchAll(/(\S+)\s+(\S+)/g)].map(([, name, value]) => [name!, value!])
}
