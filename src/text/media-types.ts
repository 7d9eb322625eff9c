/**
 * The media type a file name stands for, or undefined when neither the name nor its extension is known. `README` and
 * the like say nothing of their format: that is for the content to tell.
 *
 * @param name a file name, path or URL, also a relative one; query and fragment of a URL are ignored
 */
export function mediaTypeOfName(name: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(name)) return mediaTypeOfFile(withoutQuery(name.replace(WEB_HOST, '')))
  // Without a scheme "a.tex?raw=1" is a URL, but "C# and F#.md" a file: what stands before the sign has to be a name.
  return mediaTypeOfFile(withoutQuery(name)) ?? mediaTypeOfFile(name)
}

/** A media type in its plain form: lower case, without parameters such as `charset`. */
export function plainMediaType(mediaType: string): string {
  return mediaType.split(';', 1)[0]!.trim().toLowerCase()
}

/** The host of a web address is no file, whatever it ends in. */
const WEB_HOST = /^(?:https?|ftp|wss?):\/\/[^/?#]*/i

function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0]!
}

function mediaTypeOfFile(path: string): string | undefined {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  const dot = file.lastIndexOf('.')
  return BY_NAME.get(file) ?? (dot < 0 ? undefined : BY_EXTENSION.get(file.slice(dot + 1)))
}

/** Media type, then the extensions that stand for it. */
const EXTENSIONS: [mediaType: string, extensions: string][] = [
  ['text/markdown', 'md mdx markdown mdown mkd mkdn mkdown mdwn mdtxt mdtext mdc qmd rmd rmarkdown livemd'],
  ['text/plain', 'txt text log out adoc asciidoc asc org textile wiki mediawiki pod nfo srt vtt'],
  ['text/x-rst', 'rst rest'],
  ['text/html', 'html htm shtml'],
  ['application/xhtml+xml', 'xhtml xht'],
  ['text/x-tex', 'tex ltx latex rtex rnw snw sty cls clo def ldf lco dtx ins tikz pgf bbl bbx cbx'],
  ['text/x-texinfo', 'texi texinfo txi'],
  ['application/x-bibtex', 'bib bibtex'],
  ['application/json', 'json json5 jsonc geojson topojson webmanifest ipynb har map jsonld avsc'],
  ['application/x-ndjson', 'jsonl ndjson ldjson'],
  ['application/yaml', 'yaml yml'],
  ['application/toml', 'toml'],
  [
    'application/xml',
    'xml xsd xsl xslt rss atom kml gpx plist wsdl dtd rdf owl opml resx csproj vbproj fsproj props targets',
  ],
  ['image/svg+xml', 'svg'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'tsv tab'],
  ['text/x-ini', 'ini cfg conf cnf properties env editorconfig desktop service'],
  ['message/rfc822', 'eml mbox'],
  ['text/x-diff', 'diff patch'],
  ['text/calendar', 'ics'],
  ['text/vcard', 'vcf'],
  ['text/javascript', 'js mjs cjs jsx'],
  ['text/typescript', 'ts mts cts tsx'],
  ['text/css', 'css scss sass less styl'],
  ['text/x-python', 'py pyi pyw pyx'],
  ['text/x-java', 'java'],
  ['text/x-kotlin', 'kt kts'],
  ['text/x-scala', 'scala sc sbt'],
  ['text/x-groovy', 'groovy gradle'],
  ['text/x-c', 'c h'],
  ['text/x-c++', 'cc cpp cxx c++ hh hpp hxx h++ ino cu cuh'],
  ['text/x-csharp', 'cs csx'],
  ['text/x-fsharp', 'fs fsi fsx'],
  ['text/x-vb', 'vb bas vbs'],
  ['text/x-go', 'go'],
  ['text/x-rust', 'rs'],
  ['text/x-swift', 'swift'],
  ['text/x-objective-c', 'm mm'],
  ['text/x-ruby', 'rb rake gemspec erb'],
  ['text/x-php', 'php phtml'],
  ['text/x-perl', 'pl pm t'],
  ['text/x-lua', 'lua'],
  ['text/x-r', 'r'],
  ['text/x-julia', 'jl'],
  ['text/x-haskell', 'hs lhs'],
  ['text/x-ocaml', 'ml mli'],
  ['text/x-elixir', 'ex exs'],
  ['text/x-erlang', 'erl hrl'],
  ['text/x-clojure', 'clj cljs cljc edn'],
  ['text/x-lisp', 'lisp lsp el scm ss rkt'],
  ['text/x-dart', 'dart'],
  ['text/x-zig', 'zig'],
  ['text/x-nim', 'nim'],
  ['text/x-d', 'd'],
  ['text/x-fortran', 'f f77 f90 f95 f03 f08 for'],
  ['text/x-pascal', 'pas pp dpr'],
  ['text/x-ada', 'adb ads'],
  ['text/x-cobol', 'cob cbl'],
  ['text/x-asm', 's asm'],
  ['text/x-verilog', 'v vh sv svh'],
  ['text/x-vhdl', 'vhd vhdl'],
  ['text/x-solidity', 'sol'],
  ['text/x-sql', 'sql'],
  ['text/x-shellscript', 'sh bash zsh fish ksh'],
  ['text/x-powershell', 'ps1 psm1 psd1'],
  ['text/x-bat', 'bat cmd'],
  ['text/x-vue', 'vue'],
  ['text/x-svelte', 'svelte'],
  ['text/x-graphql', 'graphql gql'],
  ['text/x-protobuf', 'proto'],
  ['text/x-terraform', 'tf tfvars hcl'],
  ['text/x-cmake', 'cmake'],
  ['text/x-makefile', 'mk mak make'],
  ['text/x-dockerfile', 'dockerfile'],
  ['text/x-nix', 'nix'],
]

const NAMES: [mediaType: string, names: string][] = [
  ['text/x-makefile', 'makefile gnumakefile'],
  ['text/x-cmake', 'cmakelists.txt'],
  ['text/x-dockerfile', 'dockerfile containerfile'],
  ['text/x-ruby', 'gemfile rakefile vagrantfile podfile'],
  ['text/x-groovy', 'jenkinsfile'],
  ['text/plain', '.gitignore .gitattributes .ignore .tesseraignore .npmignore .dockerignore'],
  ['text/x-ini', '.editorconfig .npmrc .env'],
  ['application/json', '.babelrc .eslintrc .prettierrc'],
]

const BY_EXTENSION = table(EXTENSIONS)
const BY_NAME = table(NAMES)

function table(rows: [mediaType: string, words: string][]): Map<string, string> {
  return new Map(rows.flatMap(([mediaType, words]) => words.split(' ').map((word) => [word, mediaType] as const)))
}
