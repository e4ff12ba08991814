/** The language names of markdown fences, as renderers, the editor and our highlighter know them. */

import { languageNamed, languageOf, plainText } from '../../engine/text/languages.ts';

/** File extensions and names of languages that are not such names themselves. */
const namesByEnding = new Map(
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

/** Files known by their full name. */
const namesByFile = new Map(
  Object.entries({
    makefile: 'makefile',
    dockerfile: 'dockerfile',
    gemfile: 'ruby',
    rakefile: 'ruby',
  }),
);

/** The common name of a language that a fence names by its file extension. */
export function commonName(language: string): string {
  return namesByEnding.get(language) ?? language;
}

/** Of a file, whose language is as in `ChunkInfo`: by its name, unless that is of another language; empty if unknown. */
export function codeLanguage({ path, language }: { readonly path: string; readonly language: string }): string {
  const own = languageNamed(language);
  if (own !== languageOf(path)) return commonName(own === plainText ? 'txt' : own.name);
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return namesByFile.get(name) ?? '';
  const ending = name.slice(dot + 1);
  return namesByEnding.get(ending) ?? (/^[a-z][a-z\d]{0,11}$/.test(ending) ? ending : '');
}
