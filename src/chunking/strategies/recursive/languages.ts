/**
 * Separators for source code by language, strongest first. They stand at the beginning of what they separate, so they
 * are kept with the text that follows.
 */
export const LANGUAGE_SEPARATORS: Readonly<Record<string, readonly string[]>> = {
  c: ['\nstruct ', '\nenum ', '\ntypedef ', '\nstatic ', '\nvoid ', '\nint '],
  cpp: ['\nnamespace ', '\ntemplate', '\nclass ', '\nstruct ', '\nenum ', '\nvoid ', '\nint '],
  csharp: ['\nnamespace ', '\n    public ', '\n    private ', '\n    protected ', '\n    internal '],
  go: ['\nfunc ', '\ntype ', '\nvar ', '\nconst '],
  java: ['\nclass ', '\npublic ', '\n    public ', '\n    protected ', '\n    private '],
  javascript: ['\nexport ', '\nclass ', '\nfunction ', '\nasync function ', '\nconst ', '\nlet '],
  kotlin: ['\nclass ', '\nobject ', '\nfun ', '\n    fun '],
  php: ['\nnamespace ', '\nclass ', '\nfunction ', '\n    public ', '\n    private '],
  python: ['\nclass ', '\ndef ', '\nasync def ', '\n    def ', '\n    async def '],
  ruby: ['\nmodule ', '\nclass ', '\ndef ', '\n  def '],
  rust: ['\nmod ', '\nimpl', '\npub ', '\nfn ', '\nstruct ', '\nenum '],
  scala: ['\nobject ', '\nclass ', '\ntrait ', '\ndef ', '\n  def '],
  sql: ['\nCREATE ', '\nALTER ', '\nINSERT ', '\nSELECT ', '\nUPDATE ', '\nDELETE '],
  swift: ['\nclass ', '\nstruct ', '\nenum ', '\nextension ', '\nfunc ', '\n    func '],
  typescript: ['\nexport ', '\ninterface ', '\ntype ', '\nclass ', '\nfunction ', '\nasync function ', '\nconst '],
}
