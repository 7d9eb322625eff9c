/** Levels of the sectioning commands, as LaTeX counts them. */
export const SECTION_LEVELS: ReadonlyMap<string, number> = new Map([
  ['part', -1],
  ['addpart', -1],
  ['chapter', 0],
  ['addchap', 0],
  ['section', 1],
  ['addsec', 1],
  ['subsection', 2],
  ['subsubsection', 3],
  ['paragraph', 4],
  ['subparagraph', 5],
])

/** The name of what stands between `\iffalse` and its `\fi`. */
export const HIDING = '\\iffalse'

/** Whether an environment is named by the command that opens it, as displays are: `\[` and `$$`. */
export function isCommand(name: string): boolean {
  return name.startsWith('\\') || name === '$$'
}

/** The level at which a slide stands below the sections of its talk. */
export const FRAME_LEVEL = 4

/** What kind of thing an environment is, which decides how a large one is taken apart. */
export type Family =
  | 'math'
  | 'table'
  | 'list'
  | 'literal'
  | 'float'
  | 'theorem'
  | 'proof'
  | 'frame'
  | 'layout'
  | 'other'

const FAMILIES: Record<Exclude<Family, 'other'>, string> = {
  math: `equation align alignat flalign gather multline eqnarray displaymath math split aligned alignedat gathered
    multlined cases dcases rcases subequations xalignat xxalignat dmath dgroup darray IEEEeqnarray matrix pmatrix bmatrix
    Bmatrix vmatrix Vmatrix smallmatrix array subarray empheq mathpar prooftree tikzcd CD`,
  table: `tabular tabularx tabulary longtable longtabu tabu supertabular xtabular tblr longtblr NiceTabular tabbing`,
  list: `itemize enumerate description compactitem compactenum compactdesc inparaenum asparaenum easylist tasks
    thebibliography list trivlist`,
  literal: `verbatim lstlisting minted Verbatim BVerbatim LVerbatim SaveVerbatim VerbatimOut alltt comment filecontents
    pycode sagesilent semiverbatim luacode`,
  float: `figure table algorithm listing wrapfigure wraptable sidewaysfigure sidewaystable floatingfigure SCfigure
    SCtable marginfigure margintable teaserfigure`,
  theorem: `theorem thm lemma lem corollary cor coro proposition prop definition defn defi def remark rem rmk example ex
    exa eg conjecture conj claim fact axiom notation observation assumption problem exercise question property criterion`,
  proof: `proof pf prf solution sol answer hint`,
  frame: `frame slide`,
  layout: `center flushleft flushright quote quotation verse minipage small footnotesize scriptsize tiny large multicols
    landscape spacing singlespace doublespace onehalfspace samepage raggedright sloppypar titlepage columns column
    subfigure subtable adjustbox CJK CJK* otherlanguage savenotes tikzpicture pgfpicture picture axis scope
    threeparttable tablenotes adjustwidth`,
}

const FAMILY_OF: ReadonlyMap<string, Family> = new Map(
  Object.entries(FAMILIES).flatMap(([family, names]) =>
    names.split(/\s+/).map((name): [string, Family] => [name, family as Family]),
  ),
)

/** The family of an environment by its name; a star changes nothing. Names nobody knows are `other`. */
export function familyOf(name: string): Family {
  const known = FAMILY_OF.get(name.endsWith('*') ? name.slice(0, -1) : name)
  if (known) return known
  return /^proof/i.test(name) ? 'proof' : 'other'
}

/** Math environments that take a mandatory argument, such as the columns of an array. */
export const MATH_WITH_ARGUMENT: ReadonlySet<string> = new Set([
  'alignat',
  'alignat*',
  'alignedat',
  'xalignat',
  'xxalignat',
  'array',
  'subarray',
  'IEEEeqnarray',
  'IEEEeqnarray*',
  'empheq',
])

/** Literal environments with a mandatory argument. */
export const LITERAL_WITH_ARGUMENT: ReadonlySet<string> = new Set([
  'minted',
  'minted*',
  'filecontents',
  'filecontents*',
])
