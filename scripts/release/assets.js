// node scripts/release/assets.js FOLDER: puts together what a release consists of, from dist/ and the packaged extension: the npm package, the extension,
// the bundle for Claude Desktop (MCPB), the entry of the MCP registry, the list of what is inside (SBOM), notes and checksums.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { identityOf } from '../lib/identity.js';
import { runNpm } from '../lib/npm.js';
import { notesOf } from './notes.js';

const root = process.cwd();
const bundler = '@anthropic-ai/mcpb@2.1.2';
const isWindows = process.platform === 'win32';
/** The registry of MCP servers shows no more. */
const maxDescription = 100;

const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const { name, version, license, keywords } = manifest;
const known = identityOf(manifest);
if (known === undefined) throw new Error('package.json names no repository, so nobody is there to release');
const identity = known;
const folder = path.resolve(process.argv[2] ?? 'release');
const description = 'Finds where something is in a project and what a change reaches, by an index on this machine.';
if (description.length > maxDescription) throw new Error(`The description has more than ${maxDescription} characters`);

fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
const file = (/** @type {string} */ ending) => path.join(folder, `${name}-${version}${ending}`);
const json = (/** @type {object} */ value) => `${JSON.stringify(value, undefined, 2)}\n`;

fs.copyFileSync(path.join(root, `${name}-${version}.vsix`), file('.vsix'));
await runNpm(['pack', '--silent', '--pack-destination', folder], { cwd: path.join(root, 'dist/npm'), what: 'pack the npm package' });
fs.writeFileSync(path.join(folder, 'server.json'), json(server()));
writeBundle(file('.mcpb'));
const parts = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'], {
  ...{ cwd: root, maxBuffer: 1 << 28, shell: isWindows },
});
fs.writeFileSync(file('.cdx.json'), parts);
fs.writeFileSync(path.join(folder, 'notes.md'), notesOf(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version) ?? '');
const released = fs.readdirSync(folder).filter((one) => one.startsWith(`${name}-`));
const sums = released.map(
  (one) =>
    `${createHash('sha256')
      .update(fs.readFileSync(path.join(folder, one)))
      .digest('hex')}  ${one}\n`,
);
fs.writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
console.log([...released, 'server.json', 'SHA256SUMS', 'notes.md'].join('\n'));

/** The entry of the MCP registry: the npm package, started as a client would. */
function server() {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: identity.mcpName,
    title: 'MeshRAG',
    description,
    repository: { url: identity.repository, source: 'github' },
    version,
    packages: [
      {
        ...{ registryType: 'npm', identifier: name, version, runtimeHint: 'npx' },
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  };
}

/**
 * The command line with a form for the folder.
 * @param {string} target
 */
function writeBundle(target) {
  const bundle = fs.mkdtempSync(path.join(root, 'dist/mcpb-'));
  try {
    fs.cpSync(path.join(root, 'dist/npm'), path.join(bundle, 'server'), { recursive: true });
    fs.copyFileSync(path.join(root, 'media/icon.png'), path.join(bundle, 'icon.png'));
    const folderOption = { type: 'directory', title: 'Folder', description: 'The project whose files are searched', required: true };
    const form = {
      ...{ manifest_version: '0.3', name, display_name: 'MeshRAG', version, description, license, keywords, icon: 'icon.png' },
      ...{ author: { name: identity.owner }, repository: { type: 'git', url: identity.repository }, homepage: identity.homepage },
      server: {
        type: 'node',
        entry_point: 'server/cli.js',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the client puts both in their places.
        mcp_config: { command: 'node', args: ['${__dirname}/server/cli.js', 'mcp', '--dir', '${user_config.folder}'] },
      },
      user_config: { folder: folderOption },
      compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.12' } },
    };
    fs.writeFileSync(path.join(bundle, 'manifest.json'), json(form));
    execFileSync('npx', ['--yes', bundler, 'pack', bundle, target], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: isWindows,
    });
  } finally {
    fs.rmSync(bundle, { recursive: true });
  }
}
