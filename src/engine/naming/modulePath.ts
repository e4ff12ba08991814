/** Module paths in imports: what a file needs, seldom what it is about. */

/** Relative (`../server/config`), or below a host (`github.com/a/b/v2`). */
const path = /^(?:\.{1,2}(?:\/\.\.)*|[a-z][\w-]*(?:\.[\w-]+)+)((?:\/[\w.~-]+)+)$/i;
/** Packages of Go's standard library, except those that look like a media type. */
const goStandardPackages =
  /^(?:archive|compress|container|crypto|database|debug|encoding|go|hash|html|index|internal|io|log|math|mime|net|os|path|regexp|runtime|sync|testing|unicode)(?:\/[a-z]\w*)+$|^text\/(?:scanner|tabwriter|template)$/;

export function isModulePath(text: string): boolean {
  return path.test(text) || goStandardPackages.test(text);
}

/** Whether it identifies the module: a relative path is a different file in each folder, and a standard library is ubiquitous. */
export function hasOrigin(text: string): boolean {
  return text[0] !== '.' && path.test(text);
}

/** The name of a module: the last part of its path that is no version, without a source extension. Other texts are returned unchanged. */
export function moduleName(text: string): string {
  const last = path
    .exec(text)?.[1]
    ?.split('/')
    .findLast((part) => part !== '' && !/^v\d+$/.test(part));
  return last?.replace(/\.(?:v\d+|[cm]?[jt]sx?)$/, '') ?? text;
}
