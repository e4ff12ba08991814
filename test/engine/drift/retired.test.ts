import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { namesDefinedIn } from '../../../src/engine/drift/definedNames.ts';
import { retiredNames } from '../../../src/engine/drift/retired.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { finish } from '../../../src/engine/util/steps.ts';

const none: ReadonlySet<string> = new Set();

function check(before: Record<string, string>, after: Record<string, string>, expected: readonly string[]): void {
  const names = (files: Record<string, string>) =>
    Object.entries(files).map(([path, text]) => finish(namesDefinedIn(path, text, languageOf(path))));
  const found = finish(retiredNames({ before: names(before), after: names(after), defined: none, dependencies: none }));
  assert.deepEqual(
    found.map(({ name, newName }) => (newName === undefined ? name : `${name} > ${newName}`)),
    expected,
  );
}

test('a name is retired if no file defines it anymore', () => {
  check({ 'a.ts': 'export function startServer() {}\n' }, { 'a.ts': '' }, ['startServer']);
  check({ 'a.ts': 'export function startServer() {}\n' }, {}, ['startServer']);
});

test('a name that moved to another file is not retired', () => {
  check({ 'a.ts': 'export function startServer() {}\n' }, { 'b.ts': 'export function startServer() {}\n' }, []);
});

test('a rename is detected by the same declaration or the same lines below', () => {
  check({ 'a.py': 'def open_it(path, mode):\n    pass\n' }, { 'a.py': 'def open_file(path, mode):\n    pass\n' }, ['open_it > open_file']);
  const body = '    first = read(path)\n    second = parse(first)\n    return second\n';
  check({ 'a.py': `def load_it(path):\n${body}` }, { 'a.py': `def load_file(path, *, strict=True):\n${body}` }, ['load_it > load_file']);
});

test('an ambiguous new name is not a rename', () => {
  check({ 'a.py': 'def open_it(path, mode):\n    pass\n' }, { 'a.py': 'def open_one(path, mode): ...\ndef open_two(path, mode): ...\n' }, [
    'open_it',
  ]);
});

test('short names, keywords, locals, tests and settings are not names', () => {
  check({ 'a.ts': 'export function run() {}\n' }, {}, []);
  check({ 'a.py': 'def outer_one():\n    def inner_one():\n        pass\n' }, {}, ['outer_one']);
  check({ 'test/a.test.ts': 'export function startServer() {}\n' }, {}, []);
  check({ 'pyproject.toml': '[tool.something]\nline_length = 3\n' }, {}, []);
  check({ 'a.js': "const fastify = require('fastify')\n" }, {}, []);
});

test('an example in a comment or a string is not a definition', () => {
  check({ 'a.py': 'def real_one():\n    """Call it so::\n\n    def send_request():\n        pass\n    """\n' }, {}, ['real_one']);
  check({ 'a.ts': '/*\nexport function sendRequest() {}\n*/\nexport function sendRequest() {}\n' }, {}, ['sendRequest']);
});

test('members of a type that has become a value of the same name are not retired', () => {
  const before = {
    'a.py': 'class Future:\n    def set_exc_info(self):\n        pass\n\nclass Other:\n    def wait_all(self):\n        pass\n',
  };
  check(before, { 'a.py': 'Future = asyncio.Future\n\nclass Other:\n    pass\n' }, ['wait_all']);
  check(before, { 'a.py': 'class Future:\n    pass\n' }, ['set_exc_info', 'Other', 'wait_all']);
});

test('the container of a Go method is its receiver type; methods of a trait belong to the trait', () => {
  const named = (path: string, text: string) =>
    finish(namesDefinedIn(path, text, languageOf(path))).names.map(({ name, container }) => [name, container]);
  assert.deepEqual(named('a.go', 'func (p *packetConn) ReadPacket() {\n}\nfunc openConn() {\n}\n'), [
    ['ReadPacket', 'packetConn'],
    ['openConn', undefined],
  ]);
  assert.deepEqual(named('a.rs', 'impl Deref for Pool {\n    fn deref_it(&self) {}\n}\nimpl Pool {\n    fn drain_it(&self) {}\n}\n'), [
    ['Pool', undefined],
    ['drain_it', 'Pool'],
  ]);
});

test('fields are names of their type, and renamed only if the following lines are the same', () => {
  const options = 'export interface Options {\n  silentMode?: boolean;\n  port: number;\n  open(\n    depth: number,\n  ): void;\n}\n';
  assert.deepEqual(
    finish(namesDefinedIn('a.ts', options, languageOf('a.ts'))).names.map(({ name, container }) => [name, container]),
    [
      ['Options', undefined],
      ['silentMode', 'Options'],
      ['port', 'Options'],
      ['open', 'Options'],
    ],
  );
  check({ 'a.ts': options }, { 'a.ts': options.replace('silentMode', 'quietMode') }, ['silentMode > quietMode']);
  check({ 'a.rs': 'pub struct Pool {\n    pub size_of: u8,\n}\n' }, { 'a.rs': 'pub struct Pool {\n    pub depth_of: u8,\n}\n' }, [
    'size_of',
  ]);
});

test('skips names of dependencies and names defined elsewhere', () => {
  const before = [
    finish(namesDefinedIn('a.ts', 'export function startServer() {}\nexport function stopServer() {}\n', languageOf('a.ts'))),
  ];
  const found = finish(retiredNames({ before, after: [], defined: new Set(['startServer']), dependencies: new Set(['stopServer']) }));
  assert.deepEqual(found, []);
});

test('retired names were defined before and are not defined now, whatever the files', () => {
  const name = fc.constantFrom('startServer', 'stopServer', 'openFile', 'closeFile', 'readLine');
  const file = fc.uniqueArray(name).map((names) => names.map((one) => `export function ${one}() {}\n`).join(''));
  const files = fc.dictionary(fc.constantFrom('a.ts', 'b.ts', 'c.ts'), file);
  fc.assert(
    fc.property(files, files, (before, after) => {
      const all = (of: Record<string, string>) => new Set(Object.values(of).flatMap((text) => text.match(/\w+(?=\()/g) ?? []));
      const names = (of: Record<string, string>) =>
        Object.entries(of).map(([path, text]) => finish(namesDefinedIn(path, text, languageOf(path))));
      const found = finish(retiredNames({ before: names(before), after: names(after), defined: none, dependencies: none }));
      const expected = [...all(before)].filter((one) => !all(after).has(one));
      assert.deepEqual(found.map((one) => one.name).sort(), expected.sort());
    }),
  );
});
