/**
 * What a character reference stands for: decimal (`#233`), hexadecimal (`#xe9`) or one of the common names (`eacute`).
 *
 * @param reference what stands between `&` and `;`
 * @returns undefined for names that are not known; U+FFFD for numbers that are no character
 */
export function decodeEntity(reference: string): string | undefined {
  if (reference[0] !== '#') return NAMES.get(reference)
  const digits = /^#(?:(\d{1,7})|[xX]([\da-fA-F]{1,6}))$/.exec(reference)
  if (!digits) return undefined
  const code = digits[1] === undefined ? Number.parseInt(digits[2]!, 16) : Number(digits[1])
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
}

/** A text with its character references decoded; those that are not known stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#\w{1,8}|[A-Za-z][A-Za-z\d]{1,9});/g, (source, reference: string) => {
    return decodeEntity(reference) ?? source
  })
}

const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'

const OTHERS =
  'amp & lt < gt > quot " apos \' num # ast * lowbar _ lsqb [ rsqb ] grave ` bsol \\ vert | colon : ' +
  'OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ ' +
  'dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ lsaquo ‹ rsaquo › euro € trade ™ larr ← uarr ↑ rarr → darr ↓ ' +
  'harr ↔ lArr ⇐ rArr ⇒ hArr ⇔ check ✓ star ☆ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ prod ∏ sum ∑ minus − ' +
  'radic √ infin ∞ cap ∩ cup ∪ int ∫ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ ' +
  'Gamma Γ Delta Δ Theta Θ Lambda Λ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε ' +
  'zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω'

const NAMES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...pairs(OTHERS),
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['zwnj', '\u200c'],
  ['zwj', '\u200d'],
])

function pairs(list: string): [string, string][] {
  const words = list.split(' ')
  return Array.from({ length: words.length / 2 }, (_, index) => [words[2 * index]!, words[2 * index + 1]!])
}
