// What is masked in the files is listed by place and kind, and no list has the value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { workFolder } from '../../support/workFolder.ts';

const values = ['x7Kq9Zp2Lw4Rt8Yb', 'hunter42Tr0ub4dor', `ghp_${'a1B2c3D4e5F6'.repeat(3)}`] as const;
const files = {
  'app/config.py': `import os\r\n\r\npassword = "${values[0]}"\r\nname = "tea"\r\n`,
  'docs/setup.md': `# Setup\n\nClone https://bob:${values[1]}@example.org/tea.git\nwith ${values[2]} as the other.\n`,
  'plain.md': '# Tea\n\nThe password is in the safe.\n',
};
const expected = [
  { path: 'app/config.py', line: 3, kind: 'named as a credential' },
  { path: 'docs/setup.md', line: 3, kind: 'credential in a URL' },
  { path: 'docs/setup.md', line: 4, kind: 'known format of a credential' },
];

test('index --masked lists each place with its kind', async (t) => {
  const folder = workFolder(t, files);
  const run = async (...args: readonly string[]) =>
    (await runHere(['index', folder.root, ...args], cacheIn(folder.parent), { cwd: folder.root })).stdout;
  assert.deepEqual(JSON.parse(await run('--masked', '--json')).masked, expected);
  assert.equal(JSON.parse(await run('--json')).masked, undefined);
  const text = await run('--masked', '--text');
  assert.match(text, /^Masked: 3 in 2 files\.$/m);
  assert.match(text, /^ {4}docs\/setup\.md:3 {2}credential in a URL$/m);
  for (const value of values) assert.equal(text.includes(value.slice(0, 8)), false);
});

test('the list follows changes, and is cancelled by its signal', async (t) => {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const places = async () => (await service.masked(folder.root)).flatMap((answer) => answer.places);
  assert.deepEqual(await places(), expected);
  folder.write('app/config.py', `# moved\n${files['app/config.py']}`);
  await service.update(folder.root);
  assert.deepEqual((await places())[0], { ...expected[0], line: 4 });
  const reason = new Error('closed');
  await assert.rejects(service.masked(undefined, AbortSignal.abort(reason)), reason);
});
