/** The language names of markdown fences, as renderers, the editor and our highlighter know them. */

/** File extensions and names of languages that are not such names themselves. */
export const namesByEnding = new Map(
  Object.entries({
    mts: 'ts',
    cts: 'ts',
    mjs: 'js',
    cjs: 'js',
    pyi: 'python',
    pyx: 'python',
    py: 'python',
    rs: 'rust',
    rb: 'ruby',
    rake: 'ruby',
    kt: 'kotlin',
    kts: 'kotlin',
    cs: 'csharp',
    h: 'c',
    cc: 'cpp',
    cxx: 'cpp',
    hh: 'cpp',
    hpp: 'cpp',
    hxx: 'cpp',
    m: 'objectivec',
    pl: 'perl',
    pm: 'perl',
    bash: 'sh',
    zsh: 'sh',
    fish: 'sh',
    ps1: 'powershell',
    ex: 'elixir',
    exs: 'elixir',
    hs: 'haskell',
    clj: 'clojure',
    yml: 'yaml',
    jsonc: 'json',
    json5: 'json',
    htm: 'html',
    vue: 'html',
    svelte: 'html',
    astro: 'html',
    markdown: 'md',
    mdx: 'md',
    mk: 'makefile',
    txt: '',
    text: '',
    shellscript: 'sh',
    restructuredtext: 'rst',
    latex: 'tex',
    config: 'ini',
    vb: 'vbnet',
  }),
);

/** The common name of a language that a fence names by its file extension. */
export function commonName(language: string): string {
  return namesByEnding.get(language) ?? language;
}
