// Which files use which: by imports, and by the programs that they name and start. The choice of tests rests on it.
import * as fs from 'node:fs';
import * as path from 'node:path';

const named = /'([^'\n]+\.[jt]s|meshrag-engine)'/g;

/**
 * The users of every source file, as paths relative to `root` with "/". A name is relative to its file or to `root`.
 * @param {string} root
 * @returns {Map<string, string[]>}
 */
export function usersByFile(root) {
  const files = fs
    .globSync('{src,test,scripts,bench}/**/*.{ts,js}', { cwd: root, exclude: ['**/.artifacts/**', '**/fixtures/**', '**/node_modules/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  /** @type {Map<string, string[]>} */
  const users = new Map(files.map((file) => [file, []]));
  for (const file of files) {
    const names = [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(named)].map(([, name = '']) => name);
    const places = names.flatMap((name) =>
      name === 'meshrag-engine' ? ['src/engine/index.ts'] : [path.posix.join(path.posix.dirname(file), name), path.posix.normalize(name)],
    );
    for (const place of new Set(places)) users.get(place)?.push(file);
  }
  return users;
}

/**
 * How many steps from user to user lie between the files and each that reaches them; 0 for the files themselves.
 * @param {readonly string[]} files
 * @param {ReadonlyMap<string, readonly string[]>} users
 * @returns {Map<string, number>}
 */
export function distances(files, users) {
  const found = new Map(files.map((file) => [file, 0]));
  for (const [file, distance] of found) {
    for (const user of users.get(file) ?? []) if (!found.has(user)) found.set(user, distance + 1);
  }
  return found;
}
