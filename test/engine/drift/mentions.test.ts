import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dependenciesIn, packagesIn } from '../../../src/engine/drift/dependencies.ts';
import { findMentions, type Source } from '../../../src/engine/drift/mentions.ts';
import type { RetiredName } from '../../../src/engine/drift/retired.ts';
import { Zone } from '../../../src/engine/text/code/lexing/zone.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { ZoneList } from '../../../src/engine/text/zones.ts';
import { finish } from '../../../src/engine/util/steps.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';
import { inTurn } from '../../support/sample.ts';

function source(path: string, text: string): Source {
  return { path, language: languageOf(path), text };
}

const createServer: RetiredName = { name: 'createServer', path: 'src/server.ts', line: 3, isType: false };

async function check(
  files: Record<string, string>,
  expected: readonly string[],
  retired: readonly RetiredName[] = [createServer],
): Promise<void> {
  const found = await findMentions(
    retired,
    Object.entries(files).map(([path, text]) => source(path, text)),
  );
  assert.deepEqual(
    found.map(({ path, line, startColumn, endColumn, where }) => {
      const text = (files[path] as string).split('\n')[line - 1] as string;
      return `${where} ${path}:${line} ${text.slice(startColumn, endColumn)}`;
    }),
    expected,
  );
}

test('a stale document, comment and import', async () => {
  await check(
    {
      'docs/guide.md': '# Guide\n\nCall `createServer()` first.\n',
      'src/client.ts': '// Talks to what createServer made.\nexport const port = 1;\n',
      'src/main.ts': "import { createServer } from './server.ts';\ncreateServer();\n",
    },
    [
      'doc docs/guide.md:3 createServer',
      'comment src/client.ts:1 createServer',
      'code src/main.ts:1 createServer',
      'code src/main.ts:2 createServer',
    ],
  );
});

test('a call inside of a string is code', async () => {
  const files = {
    'app/paths.py': 'def shown(path):\n    return f"{display(path)!r}"\n',
    'app/main.py': "from app.paths import display\n\nprint(f'no file: {display(name)}', 'display')\n",
  };
  const retired = { name: 'display', path: 'app/paths.py', line: 1, isType: false };
  await check(
    files,
    ['code app/paths.py:2 display', 'code app/main.py:1 display', 'code app/main.py:3 display', 'code app/main.py:3 display'],
    [retired],
  );
});

test('ignores texts about the past', async () => {
  await check({ 'CHANGELOG.md': '- `createServer` listens on localhost\n', 'docs/a.md': '`createServer` was removed in 3.0.\n' }, []);
  await check({ 'docs/migration/v3.md': 'Call `createServer`\n' }, []);
  await check({ 'docs/a.md': '# Servers\n\n`createServer`\n\n## Migrating from 2.0\n\n`createServer`\n' }, [
    'doc docs/a.md:3 createServer',
  ]);
  await check({ 'src/a.ts': '// This was moved from `createServer`.\n' }, []);
});

test('members of a type that moved to a package are not retired either', async () => {
  const details: RetiredName = { name: 'HtmxDetails', path: 'src/htmx.ts', line: 1, isType: true };
  const member: RetiredName = { name: 'currentUrlAbsPath', path: 'src/htmx.ts', line: 2, isType: false, container: 'HtmxDetails' };
  const use = { 'src/a.ts': 'show(request.htmx.currentUrlAbsPath);\n' };
  await check(use, ['code src/a.ts:1 currentUrlAbsPath'], [details, member]);
  const moved = { 'src/htmx.ts': "export { HtmxDetails } from 'htmx-package';\n" };
  await check({ ...use, ...moved }, [], [details, member]);
});

test('a pattern of names is not a mention of them', async () => {
  await check({ 'docs/a.md': 'The `*createServer` functions.\n' }, []);
});

test('a name that a source binds to something else is not retired', async () => {
  const doc = { 'docs/a.md': 'Call `createServer`.\n' };
  await check({ ...doc, 'src/a.ts': 'const createServer = 1;\n' }, []);
  await check({ ...doc, 'src/a.ts': 'call({ createServer: true });\n' }, []);
  await check({ ...doc, 'src/a.ts': "import { createServer } from 'node:http';\n" }, []);
  await check({ ...doc, 'src/a.ts': "options['createServer'];\n" }, []);
  await check({ ...doc, 'src/a.ts': 'http.createServer();\n' }, []);
  await check({ ...doc, 'src/server.ts': 'startAll(createServer());\n' }, [
    'doc docs/a.md:1 createServer',
    'code src/server.ts:1 createServer',
  ]);
});

test('a name that a source also uses in another way keeps its certain mentions', async () => {
  const main = { 'src/main.ts': "import { createServer } from './server.ts';\n" };
  const doc = { 'docs/a.md': 'Call `createServer`.\n' };
  const mention = 'code src/main.ts:1 createServer';
  await check({ ...main, ...doc, 'src/a.ts': 'const createServer = 1;\n' }, [mention]);
  await check({ ...main, ...doc, 'src/a.ts': 'http.createServer();\n' }, [mention]);
  await check({ ...main, ...doc, 'src/server.ts': 'const createServer: {\n  (): void;\n} = make();\n' }, []);
  await check({ ...main, ...doc, 'src/server.ts': "export { make as createServer } from 'node:http';\n" }, []);
});

test('an import through another file of the folder counts if nothing else has the name', async () => {
  const all = { 'src/main.ts': "import { createServer } from './index.ts';\ncreateServer();\n" };
  await check(all, ['code src/main.ts:1 createServer', 'code src/main.ts:2 createServer']);
  await check({ ...all, 'src/b.ts': 'const createServer = 1;\n' }, []);
  await check({ ...all, 'src/b.ts': "import { createServer } from 'vite';\n" }, []);
  await check({ 'src/main.ts': "import { createServer } from 'my-server';\n" }, []);
  const own = { dependencies: new Set<string>(), own: new Set(['my-server']) };
  const files = [source('src/main.ts', "import { createServer } from 'my-server';\n")];
  assert.equal((await findMentions([createServer], files, own)).length, 1);
});

test('members: of a variable named after the type, of the instance itself, and with a name too long for chance', async () => {
  const member = (name: string): RetiredName => ({ name, path: 'src/pool.py', line: 3, isType: false, container: 'Pool' });
  await check({ 'src/a.py': 'pool.drain(1)\nother.drain(1)\n' }, ['code src/a.py:1 drain'], [member('drain')]);
  await check({ 'src/pool.py': 'class Pool:\n    def go(self):\n        self.drain()\n' }, ['code src/pool.py:3 drain'], [member('drain')]);
  await check({ 'src/a.py': 'x.drain_it_all(1)\n' }, ['code src/a.py:1 drain_it_all'], [member('drain_it_all')]);
  await check({ 'src/a.py': 'import os\nos.drain_it_all(1)\n' }, [], [member('drain_it_all')]);
  const method: RetiredName = { name: 'setAllProps', path: 'src/e.ts', line: 3, isType: false, container: 'Element' };
  await check(
    { 'src/e.ts': 'class Element {\n  setAllProps(\n    a: string,\n  ): void {\n  }\n  go() { this.setAllProps(1) }\n}\n' },
    [],
    [method],
  );
});

test('members of a variable that was created from the type', async () => {
  const submit: RetiredName = { name: 'submit', path: 'src/queue.py', line: 3, isType: false, container: 'TaskQueue' };
  await check(
    {
      'src/a.py':
        'from queue import TaskQueue\njobs = TaskQueue()\nother = make()\njobs.submit(1)\nother.submit(1)\njobs = make()\njobs.submit(2)\n',
      'src/b.py':
        'from .queue import TaskQueue\n\n\ndef run(jobs: TaskQueue):\n    jobs.submit(1)\n\n\ndef go(jobs):\n    jobs.submit(2)\n',
    },
    ['code src/a.py:4 submit', 'code src/b.py:5 submit'],
    [submit],
  );
  await check(
    { 'docs/guide.md': '```js\nconst jobs = new TaskQueue();\njobs.submit(1);\nform.submit();\n```\n' },
    ['doc docs/guide.md:3 submit'],
    [submit],
  );
  const guide =
    '# Guide\n\n```python\njobs = lib.TaskQueue(3)\njobs.submit(work)\nform.submit()\n```\n\nThen `jobs.submit` ends.\n\n```python\njobs.submit()\n```\n';
  await check({ 'docs/guide.md': guide }, ['doc docs/guide.md:5 submit'], [submit]);
  const fields =
    "import { TaskQueue } from './queue.ts';\nclass A {\n  constructor(private readonly jobs: TaskQueue) {}\n  run() {\n    this.jobs.submit(1);\n    this.form.submit(2);\n    this.form.jobs.submit(3);\n  }\n}\n";
  await check({ 'src/a.ts': fields }, ['code src/a.ts:5 submit'], [{ ...submit, path: 'src/queue.ts' }]);
  const rust = { ...submit, path: 'src/queue.rs' };
  await check({ 'docs/a.md': '```rust\nlet mut jobs = TaskQueue::new();\njobs.submit(1);\n```\n' }, ['doc docs/a.md:3 submit'], [rust]);
});

test('a Python module that provides a name dynamically still has it', async () => {
  const version: RetiredName = { name: 'engine_version', path: 'shop/__init__.py', line: 3, isType: false };
  const user = 'from shop import engine_version\n';
  const answering = 'def __getattr__(name):\n    if name == "engine_version":\n        return 1\n';
  await check({ 'shop/__init__.py': 'version = 1\n', 'tests/a.py': user }, ['code tests/a.py:1 engine_version'], [version]);
  await check({ 'shop/__init__.py': answering, 'tests/a.py': user }, [], [version]);
});

test('names in export lists, Sphinx roles, Rust use trees and Go packages', async () => {
  const error: RetiredName = { name: 'LoopError', path: 'httpx/errors.py', line: 3, isType: true };
  await check(
    { 'httpx/__init__.py': 'from .errors import LoopError\n__all__ = ["LoopError"]\n' },
    ['code httpx/__init__.py:1 LoopError', 'code httpx/__init__.py:2 LoopError'],
    [error],
  );
  const signal: RetiredName = { name: 'signal', path: 'flask/signals.py', line: 3, isType: false };
  await check(
    { 'docs/api.rst': 'A signal. See :func:`signal`.\n\n.. autofunction:: signal\n' },
    ['doc docs/api.rst:1 signal', 'doc docs/api.rst:3 signal'],
    [signal],
  );
  const stream: RetiredName = { name: 'BodyStream', path: 'src/extract.rs', line: 3, isType: true };
  await check({ 'src/a.rs': 'use crate::{extract::{self, BodyStream}, util};\n' }, ['code src/a.rs:1 BodyStream'], [stream]);
  const size: RetiredName = { name: 'wordSize', path: 'proxy/a.go', line: 3, isType: false };
  await check({ 'proxy/b.go': 'n := 2*wordSize\n' }, ['code proxy/b.go:1 wordSize'], [size]);
  await check({ 'proxy/b.go': 'const (\n\twordSize = 4\n)\n', 'proxy/c.go': 'n := 2*wordSize\n' }, [], [size]);
});

test('an export of a dependency with the same name is not retired', async () => {
  const spec: RetiredName = { name: 'ColorSpec', path: 'termcolor/src/lib.rs', line: 1, isType: true };
  const files = [source('src/main.rs', 'use termcolor::{Color, ColorSpec};\nfn main() { ColorSpec::new(); }\n')];
  assert.equal((await findMentions([spec], files)).length, 2);
  assert.equal((await findMentions([spec], files, { dependencies: new Set(['termcolor']), own: new Set() })).length, 0);
});

test('a document whose example binds the name itself is not stale', async () => {
  await check({ 'docs/a.md': '```js\nfunction createServer() {}\ncreateServer()\n```\n' }, []);
  await check({ 'docs/a.md': "```js\nimport { createServer } from 'vite'\ncreateServer()\n```\n" }, []);
});

test('a plain word counts only after its container, or as a type in code marks', async () => {
  const close: RetiredName = { name: 'close', path: 'src/server.ts', line: 3, isType: false, container: 'Server' };
  await check({ 'docs/a.md': 'We close the file. `server.close()` ends it, `file.close()` too.\n' }, ['doc docs/a.md:1 close'], [close]);
  const type: RetiredName = { name: 'Server', path: 'src/server.ts', line: 3, isType: true };
  await check({ 'docs/a.md': 'A Server is a `Server`.\n' }, ['doc docs/a.md:1 Server'], [type]);
});

test('parts of longer names, files and addresses are not the name', async () => {
  await check({ 'docs/a.md': 'See `other.net.createServer`.\n' }, []);
  await check({ 'docs/a.md': 'See `app.server.createServer`.\n' }, ['doc docs/a.md:1 createServer']);
  await check({ 'docs/a.md': 'my-createServer createServer.js /createServer/ @createServer\n' }, []);
});

/** The zone of each code unit. */
function zonesIn(text: string, path: string): readonly number[] {
  return [...new ZoneList().find(text, languageOf(path).comments).toUnits(text.length)];
}

test('zones of the common languages', () => {
  const zoneOf = (text: string, ending: string): string => zonesIn(text, `a.${ending}`).join('');
  assert.equal(zoneOf('a // b', 'ts'), '001111');
  assert.equal(zoneOf('"//" a', 'ts'), '222200');
  assert.equal(zoneOf('`a\u0024{b + `c`}d` e', 'ts'), '2222' + '0000' + '222' + '222' + '00');
  assert.equal(zoneOf('`a\u0024{{ b: 1 }}`', 'ts'), '2222' + '00000000' + '22');
  assert.equal(zoneOf("x = '#'", 'py'), '0000222');
  assert.equal(zoneOf('"""a\nb"""', 'py'), '111111111');
  assert.equal(zoneOf("&'a T // x", 'rs'), '000000' + '1111');
  assert.equal(zoneOf('%{a: 1} # b', 'ex'), '00000000' + '111');
  assert.equal(zoneOf('%TODO', 'erl'), '11111');
  assert.equal(zoneOf('(*) x (* y *)', 'ml'), '000000' + '1111111');
  assert.equal(Zone.Comment, 1);
});

test('dependencies in all spellings of sources', () => {
  assert.deepEqual(finish(dependenciesIn('package.json', '{"dependencies":{"@fastify/fast-json":"^1.0.0"}}')), [
    'fastify/fast-json',
    'fastify/fast_json',
    'fastify/fastJson',
    'fast-json',
    'fast_json',
    'fastJson',
  ]);
  assert.ok(finish(dependenciesIn('pyproject.toml', 'dependencies = [\n  "click>=8",\n]\n')).includes('click'));
  assert.ok(finish(dependenciesIn('Cargo.toml', '[dependencies]\nmemchr = "2"\n')).includes('memchr'));
  assert.ok(finish(dependenciesIn('go.mod', 'require github.com/spf13/cobra v1.0.0\n')).includes('cobra'));
});

test('packages that a manifest describes, in all spellings of sources', () => {
  assert.deepEqual(packagesIn('package.json', '{\n  "name": "@fastify/fast-json",\n  "version": "1.0.0"\n}'), [
    'fastify/fast-json',
    'fastify/fast_json',
  ]);
  assert.deepEqual(packagesIn('pyproject.toml', '[project]\nname = "Flask"\n'), ['Flask', 'flask']);
  assert.deepEqual(packagesIn('go.mod', 'module github.com/caddyserver/caddy/v2\n\ngo 1.25\n'), ['github.com/caddyserver/caddy/v2']);
});

test('line ends are the same as in an editor', async () => {
  const found = await findMentions([createServer], [source('a.md', 'One\r\ntwo\rthree\nCall createServer\n')]);
  assert.deepEqual(
    found.map(({ line, startColumn, endColumn }) => [line, startColumn, endColumn]),
    [[4, 5, 17]],
  );
});

test('nested templates and unclosed quotes, however many', () => {
  const deep = 20_000;
  const zones = zonesIn(`${'`${'.repeat(deep)}a${'}`'.repeat(deep)} b`, 'a.ts');
  assert.equal(zones[3 * deep], Zone.Code);
  assert.equal(zones[3 * deep + 1], Zone.String);
  assert.equal(zones[5 * deep + 2], Zone.Code);
  assert.equal(zonesIn("a '\\'\\' b\n'c'", 'a.ts').indexOf(Zone.String), 10);
});

test('a pattern of any number of names, and any number of closing braces, hide nothing', { timeout: 60_000 }, async () => {
  const retired: RetiredName = { name: 'drainAllOfIt', path: 'src/pool.ts', line: 1, isType: false, container: 'Pool' };
  const use = 'const pool = new Pool();\npool.drainAllOfIt();\n';
  for (const end of [`({ ${'a,'.repeat(150_000)} } = b);`, '}'.repeat(300_000)]) {
    const read = async (): Promise<void> => assert.equal((await findMentions([retired], [source('a.ts', use + end)])).length, 1);
    await assertUnder(1500, end.slice(0, 9), () => cpuMs(read));
  }
});

test('no hostile source or manifest is slow to read', { timeout: 60_000 }, async () => {
  const size = 25_000;
  const name = 'drainAllOfIt';
  const retired: RetiredName = { name, path: 'src/pool.ts', line: 1, isType: false, container: 'Pool' };
  const units = [
    ' ',
    '\n',
    'import ',
    'import a ',
    'const {a ',
    'use a{ ',
    'use a:',
    'import a as ',
    "\\'",
    '`${',
    '{',
    '*',
    '* ',
    'a.',
    'a[\n',
    '"a":"',
    '1',
    '"a":"1',
    `${name} `,
  ];
  const all = [...units, `${name}\n`, `pool.${name}(); `, 'Pool ', `// ${name}\n`, `"${name}" `];
  for (const [turn, unit] of all.entries()) {
    const filled = unit.repeat(size / unit.length);
    const texts = [filled, `import${filled}x`, `'${filled}`, `import *${filled}x`, `{Pool ${filled} pool.${name}()`, `"a": "1${filled}`];
    for (const text of inTurn(texts, turn)) {
      const read = async (): Promise<void> => {
        for (const path of ['a.ts', 'a.py', 'a.go', 'a.rs', 'a.md']) await findMentions([retired], [source(path, text)]);
        for (const path of ['package.json', 'go.mod', 'Gemfile', 'requirements.txt', 'pyproject.toml']) {
          finish(dependenciesIn(path, text));
          packagesIn(path, text);
        }
      };
      await assertUnder(700, JSON.stringify(text.slice(0, 40)), () => cpuMs(read));
    }
  }
});

test('a Rust group of uses without a path of its own imports what it names', async () => {
  const retired: RetiredName = { name: 'Evaluator', path: 'src/evaluator.rs', line: 1, isType: true };
  const text = 'pub(crate) use {\n  crate::evaluator::Evaluator,\n};\n';
  await check({ 'src/lib.rs': text }, ['code src/lib.rs:2 Evaluator'], [retired]);
});
