/** What a full stop after an abbreviation can mean. */
export type AbbreviationKind =
  /** A word that something must follow: never ends a sentence. */
  | 'joins'
  /** The same, when written with a capital: `Ms. Gray`, but `took 5 ms. Then`. */
  | 'titles'
  /** Belongs to a number or a numeral that follows. */
  | 'numbers'
  /** Part of a name; ends a sentence only before a word that usually begins one. */
  | 'names'
  /** Ends a sentence before a capital letter. */
  | 'ends'

const words = (list: string): string[] => list.trim().split(/\s+/)

const LISTS: Record<AbbreviationKind, string[]> = {
  joins: words(`
    dr prof e.g eg i.e cf viz vs vgl bzw d.h z.b z.t u.a.m i.d.r ggf inkl exkl evtl sog dipl ing resp incl excl esp dept intl assn
    p.ex p.ej ej sra srta bijv t.e.m mme mlle dott avv доц проф акад им напр см ул пл просп tzn inż dhr mevr डॉ श्री
  `),
  titles: words(`
    mr mrs ms mx gen col sgt lt capt cpt maj cmdr adm rep reps sen gov pres supt rev hon fr msgr mt ft messrs hr hrn
    mgr sr sig sigg dra exmo exma гр тов
  `),
  numbers: words(`
    no nos nr num núm n° № fig figs sec secs eq eqs ch chap chaps p pp pg vol vols art arts par para tab tbl app ver v
    op ex thm lem cor def prop rem bd abb kap s ziff taf aufl jg hft рис табл стр с т вып гл rys str rozdz ca circa
    jan feb mar apr jun jul aug sep sept oct nov dec okt dez ene abr ago dic janv févr avr juil déc mag giu lug ott
  `),
  names: words(`
    inc ltd co corp llc plc gmbh cie jr esq al st ave blvd u.s u.k u.n u.s.a e.u d.c l.a n.y ph.d m.d b.a b.sc m.a m.sc
    d.phil ll.m ed eds trans b.v n.v s.a s.r.l s.p.a bhd pty univ
  `),
  ends: words(`
    etc a.m p.m usw u.a u.ä o.ä u.v.m ff aprox approx ecc и.т.д и.т.п т.д т.п др пр itp itd m.in enz e.d ibid ebd
    hrs mins sek std mio mrd tsd
  `),
}

/** Abbreviations of many languages in lower case, without their last full stop. */
export const ABBREVIATIONS: ReadonlyMap<string, AbbreviationKind> = new Map(
  (Object.keys(LISTS) as AbbreviationKind[]).flatMap((kind) => LISTS[kind].map((word) => [word, kind] as const)),
)

/** Words that begin sentences far more often than they continue a name. */
export const STARTERS: ReadonlySet<string> = new Set(
  words(`
    the a an this that these those it its he she we you they i there here his her our your their my what when where why
    who how which if in on at as by for from with after before during while since although though because but and or so
    yet however then thus also both each every some many most all no not now once only such to under until upon using
    use see let do does did is are was were can could may might must should will would have has had one two three please
    der die das ein eine es er sie wir ihr ich dies diese dieser im am und aber le la les un une il elle nous vous ils
    ce cette el los las una yo ella nosotros pero en y o os as um uma ele ela eu это он она мы вы они я в на и но
  `),
)

/** What follows a number with a full stop when that is an ordinal: months, and the nouns that German counts so. */
export const ORDINAL_FOLLOWERS: ReadonlySet<string> = new Set(
  words(`
    januar jänner februar märz april mai juni juli august september oktober november dezember
    jan feb mär apr jun jul aug sep sept okt nov dez jahrhundert jahrhunderts jh jhd jahrtausend auflage klasse
    weltkrieg stock stunde tag woche monat platz band kapitel januari februari maart mei augustus maj juuni
  `),
)
