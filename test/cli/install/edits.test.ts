/** Entries and blocks in files of others: added as one piece, removed without a trace, whatever else the file holds. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { EditError } from '../../../src/cli/install/editError.ts';
import { insertJson, jsonEntry, newJson, removeJson, replaceJson } from '../../../src/cli/install/jsonEntry.ts';
import { insertBlock, isSealed, removeBlock, sealedFile } from '../../../src/cli/install/sealed.ts';
import { insertToml, newToml, removeToml, replaceToml, tomlEntry } from '../../../src/cli/install/tomlEntry.ts';
import { anyUnits } from '../../support/anyText.ts';

const runs = { numRuns: Number(process.env.MESHRAG_PROPERTY_RUNS ?? 400) };
const address = { key: 'mcpServers', name: 'meshrag' };
const entry = { command: 'npx', args: ['-y', 'meshrag', 'mcp'] };
const lines = ['To find something, call `mesh_search`.', '- Then stop.'];

/** JSON with the comments, blanks and trailing commas of people. */
const gap = fc.constantFrom('', '', ' ', '\n', '\n  ', '\r\n\t', ' // why\n', '/* é */', '\n  // {\n  ', ' /* , */ ');
const scalar = fc.oneof(
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom('1', 'true', 'null', '[]', '[ 1, /* two */ 2 ]'),
);
const { value } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof({ weight: 3, arbitrary: scalar }, tie('object')),
  object: objectOf(fc.uniqueArray(fc.constantFrom('a', 'b', 'servers', '$schema', 'é'), { maxLength: 3 }), tie('value')),
}));

function objectOf(names: fc.Arbitrary<string[]>, member: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(names, fc.array(fc.tuple(member, gap, gap), { minLength: 4, maxLength: 4 }), gap, fc.boolean())
    .map(([keys, parts, last, comma]) => {
      const members = keys.map((key, i) => {
        const [one, before, after] = parts[i] as [string, string, string];
        return `${before}${JSON.stringify(key)}:${after} ${one}`;
      });
      return `{${members.join(',')}${comma && members.length > 0 ? ',' : ''}${last}}`;
    });
}

const servers = objectOf(fc.uniqueArray(fc.constantFrom('other', 'one more', 'third'), { maxLength: 3 }), value);
const jsonFile = fc
  .tuple(
    gap,
    fc.uniqueArray(fc.constantFrom('a', 'mcpServers', 'b'), { maxLength: 3 }),
    servers,
    fc.array(value, { minLength: 3, maxLength: 3 }),
    gap,
    gap,
    fc.boolean(),
  )
  .map(([before, keys, list, values, inner, after, comma]) => {
    const members = keys.map((key, i) => `${inner}"${key}": ${key === 'mcpServers' ? list : values[i]}`);
    return `${before}{${members.join(',')}${comma && members.length > 0 ? ',' : ''}${inner}}${after}`;
  });

/** What was inserted into a text in one piece; fails if there is more to it. */
function inserted(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  const length = after.length - before.length;
  assert.equal(after.slice(start + length), before.slice(start), 'one piece was inserted');
  return after.slice(start, start + length);
}

test('an entry in JSON is one piece, comes once, and goes without a trace', () => {
  let kept = 0;
  fc.assert(
    fc.property(jsonFile, (text) => {
      const before = parseJson(text, [], { allowTrailingComma: true });
      const after = insertJson(text, address, entry);
      inserted(text, after);
      const errors: object[] = [];
      assert.deepEqual(parseJson(after, errors as never, { allowTrailingComma: true }), {
        ...before,
        mcpServers: { ...before.mcpServers, meshrag: entry },
      });
      assert.deepEqual(errors, []);
      assert.deepEqual({ ...(jsonEntry(after, address) as object) }, entry);
      assert.equal(removeJson(after, address), text);
      const other = replaceJson(after, address, { ...entry, command: 'npx.cmd' });
      assert.equal(removeJson(other, address), text);
      kept++;
    }),
    runs,
  );
  assert.equal(kept, runs.numRuns);
});

test('an entry is removed from JSON that was changed since, with all else kept', () => {
  fc.assert(
    fc.property(jsonFile, fc.constantFrom('first', 'last', 'only'), (text, where) => {
      const before = parseJson(text, [], { allowTrailingComma: true });
      const rest = { ...before, mcpServers: before.mcpServers ?? {} };
      const all = where === 'first' ? { meshrag: entry, ...rest.mcpServers } : { ...rest.mcpServers, meshrag: entry };
      const indent = where === 'only' ? undefined : 4;
      const reformatted = JSON.stringify({ ...rest, mcpServers: all }, undefined, indent);
      const removed = removeJson(reformatted, address);
      const result = removed === undefined ? {} : JSON.parse(removed);
      assert.deepEqual({ ...result, mcpServers: result.mcpServers ?? {} }, rest);
    }),
    runs,
  );
});

test('JSON is written as its file is, and a file that install has made is removed', () => {
  assert.equal(removeJson(newJson(address, entry), address), undefined);
  const tabs = '{\r\n\t"mcpServers": { // mine\r\n\t\t"a": {}\r\n\t}\r\n}';
  assert.equal(
    insertJson(tabs, address, entry),
    '{\r\n\t"mcpServers": { // mine\r\n\t\t"meshrag": {\r\n\t\t\t"command": "npx",\r\n\t\t\t"args": ["-y", "meshrag", "mcp"]\r\n\t\t},\r\n\t\t"a": {}\r\n\t}\r\n}',
  );
  const origins = ['{}', '{\n}\n', '{"mcpServers":{}}', '{\n  "mcpServers": {}\n}\n', '{\n  "mcpServers": {\n  }\n}\n', '{ "a": 1 }\n'];
  for (const origin of origins) assert.equal(removeJson(insertJson(origin, address, entry), address), origin);
});

for (const [text, state] of [
  ['', /contains no object|does not parse/],
  ['[]', /contains no object/],
  ['{"mcpServers": []}', /"mcpServers" that is not an object/],
  ['{\n  "a": 1,,\n}', /does not parse \(line 2: /],
  ['{"mcpServers": {}, "mcpServers": {}}', /"mcpServers" twice/],
] as const)
  test(`no entry is put into ${JSON.stringify(text)}`, () => {
    assert.throws(() => insertJson(text, address, entry), { name: 'EditError', message: state });
  });

const tomlAddress = { key: 'mcp_servers', name: 'meshrag' };
const tomlParts = [
  'model = "x"  # why',
  '# a comment',
  '',
  'text = """\n[mcp_servers.meshrag]\n\\"""\n"""',
  "raw = '''\n[a]\n'''",
  'list = [ 1, # one\n  2,\n]',
  '[profiles.fast]\nmodel = "y"',
  '[mcp_servers.other]\ncommand = "npx"\nargs = ["a"]',
  '[[hooks]]\nname = "é"',
];
const tomlFile = fc
  .tuple(
    fc.shuffledSubarray(tomlParts.slice(0, 6)),
    fc.shuffledSubarray(tomlParts.slice(6)),
    fc.constantFrom('', '\n', '\n\n'),
    fc.boolean(),
  )
  .map(([top, tables, end, isWindows]) => {
    const text = [...top, ...tables].join('\n') + end;
    return isWindows ? text.replaceAll('\n', '\r\n') : text;
  });

const plain = (parsed: object): { mcp_servers?: object } => JSON.parse(JSON.stringify(parsed));

test('an entry in TOML is one piece at the end, comes once, and goes without a trace', () => {
  fc.assert(
    fc.property(tomlFile, (text) => {
      const before = plain(parseToml(text));
      const after = insertToml(text, tomlAddress, entry);
      inserted(text, after);
      assert.deepEqual(plain(parseToml(after)), {
        ...before,
        mcp_servers: { ...before.mcp_servers, meshrag: entry },
      });
      assert.equal(removeToml(after, tomlAddress), text);
      assert.equal(removeToml(replaceToml(after, tomlAddress, { ...entry, command: 'npx.cmd' }), tomlAddress), text);
    }),
    runs,
  );
  assert.equal(removeToml(newToml(tomlAddress, entry), tomlAddress), undefined);
});

test('TOML to which no table can be added, or that has more of ours, is left', () => {
  const refused = (text: string, state: RegExp) =>
    assert.throws(() => insertToml(text, tomlAddress, entry), { name: 'EditError', message: state });
  refused('a = ', /^does not parse \(/);
  refused('mcp_servers = { a = { command = "b" } }\n', /no table can be added/);
  const written = insertToml('', tomlAddress, entry);
  const more = `${written}\n\n[mcp_servers.meshrag.env]\nA = "b"\n`;
  assert.throws(() => removeToml(more, tomlAddress), { name: 'EditError', message: /more than install writes under mcp_servers\.meshrag/ });
  const followed = `a = 1\n\n${written}\n\n[later]\nb = 2\n`;
  assert.equal(removeToml(followed, tomlAddress), 'a = 1\n\n[later]\nb = 2\n');
  assert.equal(tomlEntry('a = 1', tomlAddress), undefined);
});

const markdown = fc
  .tuple(
    fc.array(fc.oneof(anyUnits(12), fc.constantFrom('# Title', '', '<!-- note -->', '=======', '- a')), { maxLength: 6 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
  )
  .map(([parts, lineBreak, isEnded]) => parts.join(lineBreak) + (isEnded ? lineBreak : ''));

test('a block in a document is one piece, comes once, and goes without a trace', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const after = insertBlock(text, lines);
      inserted(text, after);
      assert.equal(insertBlock(after, lines), after);
      assert.equal(removeBlock(after), text);
      const newer = insertBlock(after, [...lines, 'More.']);
      assert.notEqual(newer, after);
      assert.equal(removeBlock(newer), text);
    }),
    runs,
  );
  assert.equal(removeBlock(insertBlock(undefined, lines)), undefined);
});

test('a block that was edited, halved or doubled, or a document in conflict, is left', () => {
  const text = insertBlock('# A\n', lines);
  const refused = (edited: string, state: RegExp) => {
    for (const run of [() => insertBlock(edited, lines), () => removeBlock(edited)])
      assert.throws(run, (error) => error instanceof EditError && state.test(error.message));
  };
  refused(text.replace('Then stop', 'Never stop'), /changes by hand \(lines 3-6\)/);
  refused(text.replace('<!-- /meshrag -->', ''), /no pair \(line 3\)/);
  refused(text.replace(/<!-- meshrag .*-->/, ''), /no pair/);
  refused(text + text, /no pair/);
  refused(`<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n`, /unresolved merge \(line 1\)/);
  assert.equal(removeBlock(`${text}\n## After\n`), '# A\n\n## After\n');
  assert.equal(removeBlock(text.replaceAll('\n', '\r\n')), '# A\r\n');
});

test('a whole file of ours is told from one that was edited', () => {
  const file = sealedFile('---\nname: a\n---\n\nText.\n');
  assert.ok(isSealed(file) && isSealed(file.replaceAll('\n', '\r\n')));
  assert.ok(!isSealed(file.replace('Text', 'Texts')) && !isSealed('Text.\n'));
});
