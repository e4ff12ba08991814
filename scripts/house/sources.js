// The source files and their imports, read from their text; type imports count too.
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ file: string, text: string, imports: string[] }} Source paths relative to the project, with "/" */

const importPattern = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g;

/**
 * @param {string} root the project
 * @param {string} folder below it
 * @returns {Source[]} by path
 */
export function readSources(root, folder) {
  return fs
    .globSync(`${folder}/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.d.ts'))
    .sort()
    .map((file) => {
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      const imports = [...text.matchAll(importPattern)].map((match) => /** @type {string} */ (match[1]));
      return {
        file,
        text,
        imports: imports.map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name)),
      };
    });
}

/**
 * Groups of files that import each other, directly or indirectly (Tarjan's strongly connected components).
 * @param {readonly Source[]} sources
 * @returns {string[][]} each sorted; without single files
 */
export function circles(sources) {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]));
  /** @type {Map<string, number>} */
  const low = new Map();
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const found = [];
  /** @param {string} file */
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.size - 1);
    stack.push(file);
    for (const next of importsOf.get(file) ?? []) {
      if (!importsOf.has(next)) continue;
      if (!order.has(next)) visit(next);
      else if (!stack.includes(next)) continue;
      low.set(file, Math.min(/** @type {number} */ (low.get(file)), /** @type {number} */ (low.get(next))));
    }
    if (low.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group.sort());
  };
  for (const { file } of sources) if (!order.has(file)) visit(file);
  return found.sort((a, b) => b.length - a.length);
}
