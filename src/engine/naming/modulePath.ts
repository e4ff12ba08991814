/** Paths of modules as imports quote them: what a file needs, seldom what it is about. */

/** Of the same code (`../server/config`), or below the host that it comes from (`github.com/a/b/v2`). */
const path = /^(?:\.{1,2}(?:\/\.\.)*|[a-z][\w-]*(?:\.[\w-]+)+)((?:\/[\w.~-]+)+)$/i;
/** Packages of Go's own library, but for those that are called like a media type. */
const ofGo =
  /^(?:archive|compress|container|crypto|database|debug|encoding|go|hash|html|index|internal|io|log|math|mime|net|os|path|regexp|runtime|sync|testing|unicode)(?:\/[a-z]\w*)+$|^text\/(?:scanner|tabwriter|template)$/;

/** Whether a text is such a path. */
export function isModulePath(text: string): boolean {
  return path.test(text) || ofGo.test(text);
}

/** Whether it says where the module comes from: a relative path means another file in every folder, and a language's own library is everywhere. */
export function hasOrigin(text: string): boolean {
  return text[0] !== '.' && path.test(text);
}

/** The last part of a path that is no version, without the ending of a source: what the module is called. Any other text as it is. */
export function moduleName(text: string): string {
  const last = path
    .exec(text)?.[1]
    ?.split('/')
    .findLast((part) => part !== '' && !/^v\d+$/.test(part));
  return last?.replace(/\.(?:v\d+|[cm]?[jt]sx?)$/, '') ?? text;
}
