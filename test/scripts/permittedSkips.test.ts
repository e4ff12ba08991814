import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isListed, isPermitted } from '../../scripts/lib/permittedSkips.js';
import { postgresPackage } from '../../scripts/lib/postgresPackage.js';

const project = path.resolve(import.meta.dirname, '../..');
const has = (program: string): boolean =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)));

test('a reason that is not on the list, or none, is refused', () => {
  for (const reason of ['', 'it rains', 'skipped on Windows', 'needs a rooted tree']) assert.equal(isPermitted(reason), false, reason);
});

test('the reason of one platform is refused on another', () => {
  assert.equal(isPermitted('on Windows there are no signals'), process.platform === 'win32');
  assert.equal(isPermitted('needs Linux, which reports these numbers'), process.platform !== 'linux');
  assert.equal(isPermitted('root reads everything'), process.getuid?.() === 0);
});

test('a program, server or folder is missed only where it is missing', () => {
  assert.equal(isPermitted('no PostgreSQL: it does not start here: initdb failed'), 'reason' in postgresPackage());
  assert.equal(isPermitted('the peers are installed here'), fs.existsSync(path.join(project, 'bench/speed/node_modules')));
  if (process.platform === 'win32') return;
  assert.equal(isPermitted('strace is not there'), !has('strace'));
  assert.equal(isPermitted('there is no openssl to make certificates'), !has('openssl'));
});

test('tests that need servers of their own are left out only where the environment names one', (t) => {
  const named = process.env.MESHRAG_TEST_POSTGRES;
  t.after(() => {
    if (named === undefined) delete process.env.MESHRAG_TEST_POSTGRES;
    else process.env.MESHRAG_TEST_POSTGRES = named;
  });
  for (const reason of ['several servers are needed', 'the server is not one of this test']) {
    delete process.env.MESHRAG_TEST_POSTGRES;
    assert.equal(isPermitted(reason), false, reason);
    process.env.MESHRAG_TEST_POSTGRES = 'postgres://a@localhost/b';
    assert.equal(isPermitted(reason), true, reason);
  }
});

test('of the supported versions of Node only the oldest is without databases by URI', () => {
  const reason = (version: string) => `Node ${version} opens no database by URI, so the index is kept in memory`;
  assert.deepEqual([isPermitted(reason('22.13.0')), isPermitted(reason('24.1.0'))], [true, false]);
});

test('every reason that a test names is on the list', () => {
  const unlisted = fs.globSync('test/**/*.ts', { cwd: project, exclude: ['**/.artifacts/**', '**/fixtures/**'] }).flatMap((file) => {
    const text = fs.readFileSync(path.join(project, file), 'utf8');
    const reasons = [...text.matchAll(/\bskip\b(?!\(\{).*?['`]([A-Za-z][^'`\n]{11,})['`]/g)].map(([, reason = '']) =>
      reason.replace(/\$\{.*?\}/, '22.13.0'),
    );
    return reasons.filter((reason) => !isListed(reason)).map((reason) => `${file}: ${reason}`);
  });
  assert.deepEqual(unlisted, []);
});
