/**
 * The part of the change log about a version; `undefined` if there is none.
 * @param {string} changes
 * @param {string} version
 */
export function notesOf(changes, version) {
  const parts = changes.split(/^(?=## )/m);
  const part = parts.find((one) => /^## \[?([\w.-]+)/.exec(one)?.[1] === version);
  return part?.replace(/^.*\n+/, '');
}
