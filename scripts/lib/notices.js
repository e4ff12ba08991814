// The notices required by the licences of bundled packages, from esbuild's metafiles and the packages' own files.
import * as fs from 'node:fs';
import * as path from 'node:path';

/** Licences (SPDX identifiers) that allow shipping a package in an extension under the MIT licence, with their notices. */
const accepted = ['Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** A package's own licence, and those of the code copied into it. */
const noticeFile = /^(?:licen[cs]e|copying|notice|third-?party-?notices?)(?:[-.]\w+)*$/i;
const codeFile = /\.(?:[cm]?[jt]sx?|json|map)$/i;

/** @typedef {{ name: string, version: string, license: string, texts: string[] }} Package */

/**
 * The text of ThirdPartyNotices.txt: one part for each version of each package with code in the bundles.
 * @param {string} root the folder that the metafiles' paths are relative to
 * @param {import('esbuild').Metafile[]} metafiles
 * @throws {Error} naming every package without an accepted licence or without its text
 */
export function thirdPartyNotices(root, metafiles) {
  const packages = bundledPackages(metafiles).map((folder) => readPackage(root, folder));
  const problems = packages.flatMap((found) => problemOf(found) ?? []);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const parts = new Map(packages.map(({ name, version, license, texts }) => [`${name} ${version} (${license})`, texts.join('\n\n')]));
  const rule = '-'.repeat(80);
  return [
    'Third-party software in this package, and its licences.',
    ...[...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([heading, text]) => `${rule}\n${heading}\n${rule}\n\n${text}`),
    '',
  ].join('\n\n');
}

/**
 * Folders of the packages with code in the output, nested copies included.
 * @param {import('esbuild').Metafile[]} metafiles
 * @returns {string[]}
 */
function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => Object.entries(output.inputs)));
  const folders = inputs.flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []) : [],
  );
  return [...new Set(folders)];
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Package}
 */
function readPackage(root, folder) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  const files = fs
    .globSync('**/*', { cwd: path.join(root, folder), exclude: (entry) => path.basename(entry) === 'node_modules' })
    .filter((file) => noticeFile.test(path.basename(file)) && !codeFile.test(file))
    .filter((file) => fs.statSync(path.join(root, folder, file)).isFile())
    // The package's own licence before those of copied code.
    .sort((a, b) => a.split(path.sep).length - b.split(path.sep).length || (a < b ? -1 : 1));
  const texts = files.map((file) =>
    fs
      .readFileSync(path.join(root, folder, file), 'utf8')
      .replaceAll('\r\n', '\n')
      .trim(),
  );
  const declared = license ?? 'none';
  return { name, version, license: typeof declared === 'string' ? declared : JSON.stringify(declared), texts: [...new Set(texts)] };
}

/** @param {Package} found */
function problemOf({ name, version, license, texts }) {
  if (!accepted.includes(license))
    return (
      `${name} ${version} would be shipped, but its licence, ${license}, is not accepted (${accepted.join(', ')}). Use another package, ` +
      'or, if its terms allow it inside of an MIT-licensed extension, add it to `accepted` in scripts/lib/notices.js.'
    );
  if (texts.length === 0)
    return (
      `${name} ${version} would be shipped under ${license}, but has no licence file, so its copyright notice cannot be shipped with it. ` +
      'Use a version that has one, or another package.'
    );
  return undefined;
}
