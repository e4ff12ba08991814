// Which source files import which, read from their import statements: what the choice of tests and the figures of mutants rest on.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { root } from './pinnedNode.js';

const folders = ['src', 'test', 'scripts', 'bench'];
const specifiers = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+|meshrag-engine)['"]/g;

/**
 * The importers of every file, as paths relative to the project with "/".
 * @returns {Map<string, string[]>}
 */
export function importersByFile() {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of sourceFiles()) {
    for (const [, specifier = ''] of fs.readFileSync(path.join(root, file), 'utf8').matchAll(specifiers)) {
      const imported = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : 'src/engine/index.ts';
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

function sourceFiles() {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.[jt]s$/.test(file) && !/\/(\.artifacts|fixtures|node_modules)\//.test(file)),
  );
}
