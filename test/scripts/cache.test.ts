import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { cacheDir, installOnce } from '../../scripts/lib/cache.js';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-cache-'));
const earlier = process.env.MESHRAG_HOST_CACHE;

before(() => {
  process.env.MESHRAG_HOST_CACHE = dir;
});
after(() => {
  if (earlier === undefined) delete process.env.MESHRAG_HOST_CACHE;
  else process.env.MESHRAG_HOST_CACHE = earlier;
  fs.rmSync(dir, { recursive: true });
});

test('the cache folder can be chosen', () => {
  assert.equal(cacheDir(), dir);
});

test('an installation is found the next time', async () => {
  let fills = 0;
  const fill = async (partial: string) => {
    fills++;
    fs.writeFileSync(path.join(partial, 'tool'), 'content');
  };
  const first = await installOnce('tool-1', 'Installing a tool', fill);
  const second = await installOnce('tool-1', 'Installing a tool', fill);
  assert.equal(first, second);
  assert.equal(fills, 1);
  assert.equal(fs.readFileSync(path.join(first, 'tool'), 'utf8'), 'content');
});

test('an installation that fails leaves nothing behind and is tried again', async () => {
  const failing = installOnce('tool-2', 'Installing a tool', async (partial) => {
    fs.writeFileSync(path.join(partial, 'half'), '');
    throw new Error('the network is down');
  });
  await assert.rejects(failing, /the network is down/);
  assert.deepEqual(fs.readdirSync(dir), ['tool-1']);
  await installOnce('tool-2', 'Installing a tool', async () => {});
  assert.deepEqual(fs.readdirSync(dir).sort(), ['tool-1', 'tool-2']);
});

test('two installations at once end with one result', async () => {
  const fill = async (partial: string) => fs.writeFileSync(path.join(partial, 'tool'), 'content');
  const [one, two] = await Promise.all([installOnce('tool-3', 'Installing', fill), installOnce('tool-3', 'Installing', fill)]);
  assert.equal(one, two);
  assert.equal(fs.readdirSync(dir).filter((name) => name.startsWith('.partial')).length, 0);
});
