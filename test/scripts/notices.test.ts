// The notices of packages, bundled by esbuild from a checkout-like folder.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type TestContext, test } from 'node:test';
import * as esbuild from 'esbuild';
import { thirdPartyNotices } from '../../scripts/lib/notices.js';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

interface Fixture {
  name: string;
  version?: string;
  license?: string | object | null;
  /** Text of its module. */
  code?: string;
  files?: Record<string, string>;
}

const mit = { LICENSE: 'Copyright (c) Somebody\r\nMIT terms' };

function install(folder: string, { name, version = '1.0.0', license = 'MIT', code = 'console.log(1);', files = mit }: Fixture): void {
  const written = { ...files, 'package.json': JSON.stringify({ name, version, license, main: 'index.js' }), 'index.js': code };
  for (const [file, text] of Object.entries(written)) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }
}

/** Bundles a program that imports `packages`, by their folders below node_modules, and generates the notices. */
async function noticesOf(t: TestContext, packages: Record<string, Fixture>): Promise<string> {
  const root = temporaryDirectory(t);
  for (const [folder, fixture] of Object.entries(packages)) install(path.join(root, 'node_modules', folder), fixture);
  const imported = Object.keys(packages).filter((folder) => !folder.includes('node_modules'));
  fs.writeFileSync(path.join(root, 'main.js'), imported.map((name) => `import ${JSON.stringify(name)};\n`).join(''));
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['main.js'],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'dist',
  });
  return thirdPartyNotices(root, [metafile]);
}

const headings = (notices: string): string[] => [...notices.matchAll(/^-{80}\n(.*)\n-{80}$/gm)].map(([, heading = '']) => heading);

test('the notices list each version of a bundled package once, with its licence, and nothing else', async (t) => {
  const notices = await noticesOf(t, {
    '@scope/one': { name: '@scope/one', license: 'ISC', code: "import 'two'; console.log(1);" },
    '@scope/one/node_modules/two': { name: 'two', version: '1.5.0' },
    two: { name: 'two', version: '2.0.0' },
    three: { name: 'three', code: "import 'two'; console.log(1);" },
    'three/node_modules/two': { name: 'two', version: '1.5.0' },
    'three/node_modules/unused': { name: 'unused', license: 'GPL-3.0-only' },
    types: { name: 'types', license: 'GPL-3.0-only', code: '// Nothing of this is in the bundle.' },
  });
  assert.deepEqual(headings(notices), ['@scope/one 1.0.0 (ISC)', 'three 1.0.0 (MIT)', 'two 1.5.0 (MIT)', 'two 2.0.0 (MIT)']);
});

test('the notices quote all licence texts that a package ships, also of copied code, but no code', async (t) => {
  const notices = await noticesOf(t, {
    one: {
      name: 'one',
      license: 'Apache-2.0',
      files: {
        'LICENSE-APACHE.txt': 'Apache terms',
        'NOTICE.md': 'Made by Somebody',
        'vendor/copied/LICENSE': 'Copied terms',
        'license.js': 'NOT TERMS',
        'node_modules/other/LICENSE': 'NOT OURS',
      },
    },
  });
  assert.match(notices, /one 1\.0\.0 \(Apache-2\.0\)\n-+\n\nApache terms\n\nMade by Somebody\n\nCopied terms\n/);
  assert.doesNotMatch(notices, /NOT|\r/);
});

for (const license of ['GPL-3.0-only', 'MIT OR GPL-3.0', null, { type: 'WTFPL' }]) {
  test(`a package whose licence is ${JSON.stringify(license)} is refused, with what to do`, async (t) => {
    const fixture = { name: 'copyleft', version: '3.1.0', license };
    await assert.rejects(noticesOf(t, { fine: { name: 'fine' }, copyleft: fixture }), ({ message }: Error) => {
      const shown = typeof license === 'string' ? license : license === null ? 'none' : '{"type":"WTFPL"}';
      assert.ok(message.startsWith(`copyleft 3.1.0 would be shipped, but its licence, ${shown}, is not accepted (Apache-2.0, `), message);
      assert.match(message, /Use another package, or, .* add it to `accepted` in scripts\/lib\/notices\.js\.$/);
      return true;
    });
  });
}

test('a package without its licence text is refused', async (t) => {
  await assert.rejects(
    noticesOf(t, { bare: { name: 'bare', files: {} } }),
    /bare 1\.0\.0 would be shipped under MIT, but has no licence file/,
  );
});
