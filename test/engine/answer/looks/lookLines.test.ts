// Lines that ask for a look: each form is read, none is shown, wherever the stream is split.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookLine, readLook } from '../../../../src/engine/answer/looks/look.ts';
import { LookLines } from '../../../../src/engine/answer/looks/lookLines.ts';
import { readAnswer } from '../../../../src/engine/answer/written/modelAnswer.ts';

/** What is shown, and what is asked for, the same for every size of the pieces. */
function read(reply: string): { readonly shown: string; readonly looks: readonly string[] } {
  const all = [1, 2, 3, 7, reply.length].map((size) => {
    const lines = new LookLines();
    let shown = '';
    for (let at = 0; at < reply.length; at += size) shown += lines.push(reply.slice(at, at + size));
    return { shown: shown + lines.end(), looks: lines.looks.map(lookLine) };
  });
  for (const one of all) assert.deepEqual(one, all[0], reply);
  return all[0] as (typeof all)[number];
}

test('each form of a look is read', () => {
  for (const [line, look] of [
    ['LOOK search default of the separator', 'LOOK search default of the separator'],
    ['LOOK search "is required"', 'LOOK search "is required"'],
    ['LOOK read src/a.ts 3-9', 'LOOK read src/a.ts 3-9'],
    ['LOOK read src/a.ts:3-9', 'LOOK read src/a.ts 3-9'],
    ['LOOK read `src/a.ts`:3–9', 'LOOK read src/a.ts 3-9'],
    ['LOOK read src/a.ts#L3-L9', 'LOOK read src/a.ts 3-9'],
    ['LOOK read src/a.ts (3-9)', 'LOOK read src/a.ts 3-9'],
    ['LOOK read src/a.ts lines 3-9', 'LOOK read src/a.ts 3-9'],
    ['LOOK read src/a.ts 3 9', 'LOOK read src/a.ts 3-9'],
    ['LOOK read src/a.ts 9-9-3', 'LOOK read src/a.ts 9-9'],
    ['LOOK read src/my file.md 12', 'LOOK read src/my file.md 12-12'],
    ['LOOK read src/shell', 'LOOK read src/shell 1'],
    ['LOOK symbol "setSeparator"', 'LOOK symbol setSeparator'],
    ['LOOK grep open\\(.*  port', 'LOOK grep open\\(.*  port'],
    ['- LOOK grep: `foo\\w*`', 'LOOK grep foo\\w*'],
    ['**LOOK grep /read(File|Dir)/**', 'LOOK grep read(File|Dir)'],
    ['LOOK grep grep', 'LOOK grep grep'],
    ['LOOK outline docs/index.md', 'LOOK outline docs/index.md'],
    ['- LOOK: outline docs/index.md', 'LOOK outline docs/index.md'],
    ['2. **LOOK symbol open**', 'LOOK symbol open'],
    ['> `LOOK search tides`', 'LOOK search tides'],
    ['LOOK Search: tides', 'LOOK search tides'],
    ['LOOK read ./src/a.ts 3-9', 'LOOK read src/a.ts 3-9'],
    ['LOOK read src/a.ts, lines 3 to 9', 'LOOK read src/a.ts 3-9'],
    ['LOOK read `src/a.ts` Zeilen 3 bis 9', 'LOOK read src/a.ts 3-9'],
    ['LOOK read "src/a.ts" 3..9', 'LOOK read src/a.ts 3-9'],
    ['**LOOK** read `src/a.ts` (lines 3-9)', 'LOOK read src/a.ts 3-9'],
    ['LOOK outline "file://docs/index.md"', 'LOOK outline docs/index.md'],
    ['LOOK outline ./', 'LOOK outline ./'],
    ['LOOK symbol `open()`', 'LOOK symbol open'],
    // In other than capitals.
    ['look read: `src/a.ts` lines 3-9', 'LOOK read src/a.ts 3-9'],
    ['Look: search tides', 'LOOK search tides'],
    ['Look search: tides', 'LOOK search tides'],
    ['**look symbol open**', 'LOOK symbol open'],
    // What names no verb is searched for.
    ['LOOK for the tide table', 'LOOK search for the tide table'],
  ] as const) {
    const found = readLook(line);
    assert.equal(found && lookLine(found), look, line);
    assert.deepEqual(read(`${line}\n`), { shown: '', looks: [look] }, line);
  }
});

test('what asks for nothing is not shown, and what only begins like a look is text', () => {
  for (const line of ['LOOK', 'LOOK read', 'LOOK symbol ``', '- LOOK:']) assert.deepEqual(read(line), { shown: '', looks: [] }, line);
  for (const text of [
    'LOOKING up the tide [1].',
    'LOOK, it is there [1].',
    'Look search results up.',
    'Look: the tide is read at noon [1].',
    'Look: search results are kept.',
    'Look: search for the tide [1]',
    'Look read: it is in `src/a.ts` [2]',
    'Look symbols up [1].',
    'Look',
    'look: sea',
    'The line says LOOK search x.',
    '**Lo**',
    '- ',
  ])
    assert.deepEqual(read(text), { shown: text, looks: [] }, text);
});

test('looks among words, bullets and fences are taken out, without duplicates, at most three', () => {
  const found = read(
    'I need more.\n\n```\nLOOK search a\n- LOOK search a\nLOOK search b\nLOOK search c\nLOOK search d\n```\nThen I will answer.',
  );
  assert.deepEqual(found, {
    shown: 'I need more.\n\n```\n```\nThen I will answer.',
    looks: ['LOOK search a', 'LOOK search b', 'LOOK search c'],
  });
});

test('a reply in JSON asks for looks, too, and after the token none is shown', async () => {
  for (const [reply, shown] of [
    ['{"answer": "I need more.\\nLOOK search tides"}', 'I need more.\n'],
    ['```json\n{"answer": "LOOK search tides"}\n```', ''],
    ['NOT_FOUND\nLOOK search tides', 'The sources do not say.'],
    ['{"name": "LOOK search", "arguments": {"words": "tides"}}', ''],
    ['```json\n[{"tool": "search", "query": "tides"}, {"note": "none"}]\n```', ''],
    ['[TOOL_CALLS][{"name": "search", "arguments": {"query": "tides"}}]', ''],
    ['I need more.\n[TOOL_CALLS]search{"query": "tides"}', 'I need more.\n'],
  ] as const) {
    async function* chat(): AsyncGenerator<string, undefined> {
      yield* reply;
      return undefined;
    }
    for await (const event of readAnswer(chat(), { sources: [], masked: 0 }))
      if (event.kind === 'end') assert.deepEqual([event.end.looks.map(lookLine), event.end.answer], [['LOOK search tides'], shown]);
  }
});

test('calls of tools in the code of a reply ask for looks, unless it is an answer', async () => {
  const call = '```json\n{"name": "search", "arguments": {"query": "tides"}}\n```';
  for (const [reply, looks] of [
    [`I need more:\n\n${call}`, ['LOOK search tides']],
    [`A call is written so [1]:\n\n${call}`, []],
    ['Write:\n\n```json\n{"name": "tides"}\n```', []],
  ] as const) {
    async function* chat(): AsyncGenerator<string, undefined> {
      yield* reply;
      return undefined;
    }
    const sources = [
      { n: 1, path: 'a.md', folder: '', startLine: 1, endLine: 1, title: '', kind: 'doc', text: 'Tides.', sent: 'Tides.' },
    ] as const;
    const given = sources.map((one) => ({ ...one, secrets: [], masked: 0 }));
    for await (const event of readAnswer(chat(), { sources: given, masked: 0 })) {
      if (event.kind !== 'end') continue;
      assert.deepEqual([event.end.looks.map(lookLine), event.end.answer], [looks, reply]);
    }
  }
});

test('calls of tools between tags ask for looks, and other text between them is shown', () => {
  const call = (json: string): string => `<tool_call>\n${json}\n</tool_call>`;
  for (const [json, look] of [
    ['{"name": "LOOK search", "arguments": {"words": "tides"}}', 'LOOK search tides'],
    ['{\n  "name": "LOOK",\n  "arguments": {"verb": "read", "path": "src/a.ts", "from": 3, "to": 9}\n}', 'LOOK read src/a.ts 3-9'],
    ['{"function": {"name": "symbol", "arguments": "{\\"name\\": \\"open\\"}"}}', 'LOOK symbol open'],
    ['{"command": "LOOK outline docs/index.md"}', 'LOOK outline docs/index.md'],
    ['{"type": "tool_use", "id": "a1", "name": "search", "input": {"query": "tides"}}', 'LOOK search tides'],
    ['{"arguments": {"line": 9, "path": "src/a.ts"}, "name": "look_read"}', 'LOOK read src/a.ts 9-9'],
  ] as const) {
    assert.deepEqual(read(`I need more.\n${call(json)}\n`), { shown: 'I need more.\n\n', looks: [look] }, json);
    assert.deepEqual(read(`<tool_call>${json}`), { shown: '', looks: [look] }, json);
  }
  for (const json of [
    '{"name": "open", "arguments": {}}',
    '{"answer": "Look it up [1]."}',
    '{"toString": {"a": 1}}',
    'none',
    '{"name": "search"}',
  ])
    assert.deepEqual(read(`${call(json)} Then.`), { shown: `${call(json)} Then.`, looks: [] }, json);
  const long = `<tool_call>${'x'.repeat(9000)}`;
  assert.deepEqual(read(long), { shown: long, looks: [] });
});

test('calls are read by their form, in whatever tags a template has', async () => {
  for (const reply of [
    '[TOOL_CALLS]search[ARGS]{"query": "tides"}',
    '<|python_tag|>{"name": "search", "parameters": {"query": "tides"}}',
    '<function=search>{"query": "tides"}</function>',
    '<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>tides</arg_value>\n</tool_call>',
    '<function_calls>\n<invoke name="search">\n<parameter name="query">tides</parameter>\n</invoke>\n</function_calls>',
    '<|begin|>functions.search:0<|argument|>{"query": "tides"}<|end|>',
    '<search>\n<query>tides</query>\n</search>',
    '<look verb="search" words="tides"/>',
  ])
    assert.deepEqual(read(reply), { shown: '', looks: ['LOOK search tides'] }, reply);
  for (const text of [
    '<b>Tides</b> are read.',
    '<T> is read.\n',
    '<note>\nsearch for tides, then read the table\n</note>',
    '[SEA_LEVEL] is low',
  ])
    assert.deepEqual(read(text), { shown: text, looks: [] }, text);
  // In code nothing is held back.
  const code = '```xml\n<search>tides</search>\n```\n';
  assert.deepEqual(read(code), { shown: code, looks: [] });
  for (const reply of [
    '[search(query="tides")]',
    'I need more.\n\nsearch("tides")',
    'Thought: more.\nAction: search\nAction Input: tides',
  ]) {
    async function* chat(): AsyncGenerator<string, undefined> {
      yield* reply;
      return undefined;
    }
    for await (const event of readAnswer(chat(), { sources: [], masked: 0 }))
      if (event.kind === 'end') assert.deepEqual(event.end.looks.map(lookLine), ['LOOK search tides'], reply);
  }
});

test('long lines are neither held nor kept whole', () => {
  const lines = new LookLines();
  const piece = '-'.repeat(1000);
  let shown = 0;
  for (let i = 0; i < 5000; i++) shown += lines.push(piece).length;
  assert.equal(shown + lines.end().length, 5_000_000);
  const look = new LookLines();
  look.push('LOOK search ');
  for (let i = 0; i < 5000; i++) assert.equal(look.push(piece), '');
  assert.equal(look.end(), '');
  assert.ok(lookLine(look.looks[0] as NonNullable<(typeof look.looks)[0]>).length <= 1000);
});
