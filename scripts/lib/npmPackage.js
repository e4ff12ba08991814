// Puts the npm package together in dist/npm: the command line, and the engine as a library, from what esbuild has written to dist/.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { identityOf } from './identity.js';
import { thirdPartyNotices } from './notices.js';

/** What other programs can import of the engine. */
export const engineSource = 'src/engine/createIndex.ts';

/** The parts of README that concern the command line and agents; the others are about the editor. */
const readmeParts = ['In the terminal', 'For agents (MCP)', 'What is indexed', 'Privacy', 'Limits'];

/**
 * Writes dist/npm.
 * @param {string} root the project's folder
 * @param {import('esbuild').Metafile} metafile of the bundle that the package consists of
 * @throws {Error} as `thirdPartyNotices` does, and where README lacks a part
 */
export function writeNpmPackage(root, metafile) {
  const target = path.join(root, 'dist/npm');
  fs.mkdirSync(target, { recursive: true });
  const bundles = Object.keys(metafile.outputs).map((file) => path.relative('dist', file));
  for (const file of bundles) fs.cpSync(path.join(root, 'dist', file), path.join(target, file));
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
  fs.writeFileSync(path.join(target, 'README.md'), readme(fs.readFileSync(path.join(root, 'README.md'), 'utf8')));
  fs.writeFileSync(path.join(target, 'ThirdPartyNotices.txt'), thirdPartyNotices(root, [metafile]));
  writeTypes(root, path.join(target, 'types'));
  const project = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { name, version, description, license, type, keywords } = project;
  const identity = identityOf(project);
  const manifest = {
    ...{ name, version, description, license, type, keywords },
    ...(identity && {
      repository: { type: 'git', url: `git+${identity.repository}.git` },
      ...{ homepage: identity.homepage, bugs: { url: identity.bugs }, mcpName: identity.mcpName },
    }),
    engines: { node: '>=20.12' },
    bin: { meshrag: 'cli.js' },
    // npm adds the manifest, README and LICENSE.
    files: [...new Set(bundles.map((file) => file.split(path.sep)[0])), 'types', 'ThirdPartyNotices.txt'],
    exports: { '.': { types: './types/createIndex.d.ts', default: './engine.js' }, './package.json': './package.json' },
  };
  fs.writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * Writes the types of the exports, and the types that these need.
 * @param {string} root
 * @param {string} outDir
 */
function writeTypes(root, outDir) {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const all = fs.mkdtempSync(path.join(root, 'dist/types-'));
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', all];
  execFileSync(process.execPath, [compiler, '-p', path.join(root, 'src/engine'), ...emit]);
  const wanted = new Set([path.basename(engineSource, '.ts')]);
  for (const name of wanted) {
    const text = fs.readFileSync(path.join(all, `${name}.d.ts`), 'utf8');
    fs.mkdirSync(path.dirname(path.join(outDir, name)), { recursive: true });
    fs.writeFileSync(path.join(outDir, `${name}.d.ts`), text);
    for (const [, other = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
      wanted.add(path.join(path.dirname(name), other));
  }
  fs.rmSync(all, { recursive: true });
}

/**
 * The project's README without what is about the editor, and without links to files that are not in the package.
 * @param {string} text
 */
function readme(text) {
  const [introduction = '', ...parts] = text.split(/^(?=## )/m);
  const wanted = readmeParts.map((title) => {
    const part = parts.find((one) => one.startsWith(`## ${title}\n`));
    if (part === undefined) throw new Error(`README.md has no part "${title}", which the npm package is to have`);
    return part;
  });
  return [introduction, ...wanted]
    .join('')
    .replaceAll(/^!\[.*\n\n?/gm, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g, '$1');
}
