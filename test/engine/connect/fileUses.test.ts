import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { type FileUse, usesBetween } from '../../../src/engine/connect/fileUses.ts';
import { allDefinitionsIn, findUsers, wantedNames } from '../../../src/engine/relations/relations.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import type { Files } from '../../support/memoryIndex.ts';
import { sourceOf } from '../../support/relationSource.ts';

async function usesIn(files: Files): Promise<readonly string[]> {
  const found = await usesBetween(Object.keys(files).sort(), sourceOf(files));
  return found.map(({ kind, from, line, to, name }) => `${from}:${line} ${kind} ${name} of ${to}`);
}

test('imports lead to the file that a module means, calls to the file that declares what is called, through re-exports', async () => {
  const files = {
    'harbour/crane.ts': 'export class CraneArm {\n  lift() {}\n}\n\nexport function buildCrane() {\n  return new CraneArm();\n}\n',
    'harbour/index.ts': "export * from './crane.ts';\n",
    'office/plan.ts':
      "import { buildCrane, CraneArm } from '../harbour/index.ts';\n\nexport function planDay() {\n  const arm = buildCrane();\n  arm.lift();\n}\n\nclass LongArm extends CraneArm {}\n",
    'office/other.ts': 'export function idle(it: { lift(): void }) {\n  it.lift();\n  buildCrane();\n}\n',
  };
  assert.deepEqual(await usesIn(files), [
    'harbour/index.ts:1 imports ./crane.ts of harbour/crane.ts',
    // Both names come from one file by one statement.
    'office/plan.ts:1 imports buildCrane of harbour/index.ts',
    'office/plan.ts:4 calls buildCrane of harbour/crane.ts',
    'office/plan.ts:5 calls lift of harbour/crane.ts',
    'office/plan.ts:8 calls CraneArm of harbour/crane.ts',
    // The other file knows nothing of cranes: its `lift` and `buildCrane` may be anything.
  ]);
});

test('a method counts where its type is known, in Python and Go too', async () => {
  const python = {
    'ferry/boat.py': 'class FerryBoat:\n    def moor_boat(self):\n        pass\n\n    def append(self, item):\n        pass\n',
    'ferry/captain.py': 'from ferry.boat import FerryBoat\n\ndef command():\n    boat = FerryBoat()\n    boat.moor_boat()\n',
    'ferry/list.py': 'def collect():\n    found = []\n    found.append(1)\n    return found\n',
  };
  assert.deepEqual(await usesIn(python), [
    'ferry/captain.py:1 imports FerryBoat of ferry/boat.py',
    'ferry/captain.py:4 calls FerryBoat of ferry/boat.py',
    'ferry/captain.py:5 calls moor_boat of ferry/boat.py',
  ]);
});

test('the calls of outermost names are those that relations find, line by line, in a folder of this repository', async () => {
  const root = path.resolve(import.meta.dirname, '../../../src/engine/parts');
  const files = Object.fromEntries(
    fs.globSync('**/*.ts', { cwd: root }).map((file) => [file.split(path.sep).join('/'), fs.readFileSync(path.join(root, file), 'utf8')]),
  );
  const source = sourceOf(files);
  const found = await usesBetween(Object.keys(files).sort(), source);
  const expected = new Set<string>();
  const declared = new Set<string>();
  for (const [file, text] of Object.entries(files)) {
    const outermost = allDefinitionsIn(file, text, languageOf(file)).filter(({ scope }) => scope === 'outermost');
    for (const { name, definitions } of wantedNames(outermost)) {
      declared.add(`${name} ${file}`);
      const { uses } = await findUsers(name, definitions, source);
      for (const use of uses)
        if (use.where === 'code' && ['calls', 'extends', 'throws'].includes(use.kind) && use.path !== file)
          for (const line of use.lines) expected.add(`${use.path}:${line} ${name} ${file}`);
    }
  }
  // Relations find members at every use of the name.
  const calls = found.filter(({ kind, to, name }) => kind === 'calls' && declared.has(`${name} ${to}`));
  assert.ok(expected.size > 30, String(expected.size));
  assert.deepEqual(calls.map(({ from, line, to, name }) => `${from}:${line} ${name} ${to}`).sort(), [...expected].sort());
  const imports = found.filter(({ kind }) => kind === 'imports').map(({ from, to }: FileUse) => `${from} ${to}`);
  const resolved = Object.keys(files).flatMap((file) =>
    source.modules.importsOf(file).flatMap((one) => one.files.map((to) => `${file} ${to} ${one.line}`)),
  );
  assert.equal(imports.length, new Set(resolved).size);
});
