/**
 * What a source imports, and from where: statements of the common languages, found by pattern.
 * Cost: a pass over the text for each pattern of the language.
 */

/** Module by imported name. The module is written as in the source: `./server`, `flask.json`, `crate::args`. */
export type Imports = ReadonlyMap<string, string>;

const name = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const ecma = [
  /(?:import|export)\s+(?:type\s+)?(?<names>[^;'"`]{1,2000}?)\s*from\s*['"](?<module>[^'"\n]+)['"]/g,
  /(?:const|let|var)\s+(?<names>\{[^}]{1,2000}\}|[\w$]+)\s*=\s*(?:await\s+)?(?:require|import)\(\s*['"](?<module>[^'"\n]+)['"]\s*\)(?:\.[\w$]+)?/g,
];
const patterns: Readonly<Record<string, readonly RegExp[]>> = {
  typescript: ecma,
  javascript: ecma,
  python: [
    /^[ \t]*(?:>>> |\.\.\. )?from\s+(?<module>[\w.]+)\s+import\s+(?<names>\([^)]{1,4000}\)|[^\n(]+)/gm,
    /^[ \t]*import\s+(?<names>(?<module>[\w.]+)[^\n]*)/gm,
  ],
  rust: [/\buse\s+(?<module>(?:\w+::)*)(?<names>\{[^;]{1,4000}\}|[\w\s*]+);/g],
  go: [/^\s*(?:import\s+)?(?<names>\w+\s+)?"(?<module>[\w./-]+)"\s*$/gm],
  java: [/^\s*import\s+(?:static\s+)?(?<module>[\w.]+\.)(?<names>\w+)/gm],
};

/** The module of what is imported from a package. */
export const outside = '<package>';

/**
 * The imports of a source; those of a document's examples where no language is given. A `*` stands for names that cannot be told.
 *
 * @param dependencies names of packages; what comes from them has `outside` as its module.
 */
export function importsOf(text: string, dependencies: ReadonlySet<string>, languageId?: string): Imports {
  const found = new Map<string, string>();
  const used = languageId === undefined ? [...ecma, ...(patterns.python ?? []), ...(patterns.rust ?? [])] : (patterns[languageId] ?? []);
  for (const pattern of used) {
    for (const { groups } of text.matchAll(pattern)) {
      const module = moduleOf(groups, dependencies);
      for (const [one] of (groups?.names ?? '').matchAll(name)) if (!found.has(one)) found.set(one, module);
      if (/(?:^|[\s{,:])\*\s*[;}]?\s*$/.test(groups?.names ?? '')) found.set('*', module);
    }
  }
  return found;
}

function moduleOf(groups: Readonly<Record<string, string>> | undefined, dependencies: ReadonlySet<string>): string {
  const module = groups?.module ?? '';
  const root = module === '' ? /^\s*([\w$]+)/.exec(groups?.names ?? '')?.[1] : /^(?:@[\w.-]+\/[\w.-]+|[\w-]+)/.exec(module)?.[0];
  return root !== undefined && dependencies.has(root.replace(/^@/, '')) ? outside : module;
}

/** Whether a module as written may be the file of that path: its last part names the file or its folder. */
export function mayBeFile(module: string, path: string): boolean {
  if (module === outside) return false;
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = module
    .replace(/\.(?:[cm]?[jt]sx?|py|rs)$/, '')
    .split(/[/.:]+/)
    .filter((part) => part !== '')
    .at(-1);
  // `.` and `./` are the folder itself.
  if (last === undefined || last === 'crate' || last === 'super' || last === 'self') return true;
  return parts.includes(last);
}
