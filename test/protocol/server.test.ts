/** The limits of what the editor may ask: each value at its limit is accepted, one beyond it is refused by its name. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxQuestionLength } from '../../src/protocol/places.ts';
import { check, type Schema } from '../../src/protocol/schema.ts';
import * as server from '../../src/protocol/server.ts';

const uri = 'file:///harbour/a.ts';
const text = (length: number): string => 'x'.repeat(length);
const list = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);
const turn = { question: 'a?', answer: 'b.', quoted: [] };
const folder = { uri, name: 'a', enabled: true, runGit: false, settings: {} };

/** A message that is accepted, a field of it, values that are accepted, and values that are not. */
const table: readonly (readonly [
  schema: Schema<unknown>,
  base: object,
  field: string,
  good: readonly unknown[],
  bad: readonly unknown[],
])[] = [
  [server.askParams, { question: 'a?' }, 'question', ['', text(maxQuestionLength)], [text(maxQuestionLength + 1), 5, undefined]],
  [server.askParams, { question: 'a?' }, 'context', [text(1_000_000), undefined], [text(1_000_001), 5]],
  [server.askParams, { question: 'a?' }, 'limit', [1, 100, undefined], [0, 101, 1.5, '1']],
  [server.askParams, { question: 'a?' }, 'maxRestateSeconds', [1, 1e9], [0, 1e9 + 1, 1.5]],
  [server.askParams, { question: 'a?' }, 'system', [text(100)], [text(101), 5]],
  [server.askParams, { question: 'a?' }, 'stream', [text(100)], [text(101)]],
  [server.askParams, { question: 'a?' }, 'turns', [[], list(server.maxTurns, turn)], [list(server.maxTurns + 1, turn), [5], {}]],
  [server.askParams, { question: 'a?' }, 'scope', [[], [uri]], [uri, [5]]],
  [server.askParams, { question: 'a?' }, 'writes', [true, false], [1, 'true']],
  [server.searchParams, { query: 'a' }, 'query', [text(maxQuestionLength)], [text(maxQuestionLength + 1), undefined]],
  [
    server.searchParams,
    { query: 'a' },
    'earlier',
    [list(server.maxTurns, 'a?')],
    [list(server.maxTurns + 1, 'a?'), [text(maxQuestionLength + 1)]],
  ],
  [server.relatedParams, { uri, line: 0, character: 0 }, 'line', [0, 5], [-1, 0.5, undefined]],
  [server.relatedParams, { uri, line: 0, character: 0 }, 'limit', [1, 100], [0, 101]],
  [server.communityParams, { id: 'a' }, 'id', [text(10_000)], [text(10_001), undefined]],
  [server.folderParams, {}, 'folder', [uri, undefined], [5]],
  [server.transferParams, { folder: uri, directory: '/a' }, 'directory', [text(10_000)], [text(10_001), undefined]],
  [server.sharedPasswordResult, {}, 'password', [text(10_000), undefined], [text(10_001)]],
  [server.sharedReadParams, { address: 'a', headers: {}, maxBytes: 0 }, 'maxBytes', [0, 2 ** 32], [-1, 2 ** 32 + 1]],
  [
    server.sharedReadParams,
    { address: 'a', headers: {}, maxBytes: 0 },
    'headers',
    [{ a: text(10_000) }],
    [{ a: text(10_001) }, [], { a: 5 }],
  ],
  [server.sharedReadResult, {}, 'status', [200, 599, undefined], [199, 600, '200']],
  [
    server.configureParams,
    { folders: [], hover: true, system: 'mesh', systemOptions: {} },
    'folders',
    [[], [folder]],
    [folder, [{ ...folder, name: text(1001) }], [{ ...folder, enabled: 1 }]],
  ],
  [server.configureParams, { folders: [], hover: true, system: 'mesh', systemOptions: {} }, 'system', [text(100)], [text(101)]],
];

for (const [schema, base, field, good, bad] of table)
  test(`${field} of ${Object.keys(base).join(', ') || 'nothing'}`, () => {
    for (const value of good) {
      const checked = check(schema, { ...base, [field]: value }) as Record<string, unknown>;
      if (typeof value !== 'object') assert.equal(checked[field], value);
    }
    for (const value of bad)
      assert.throws(
        () => check(schema, { ...base, [field]: value }),
        (error: Error) => (error instanceof TypeError || error instanceof RangeError) && error.message.includes(field),
        `${field}: ${JSON.stringify(value)?.slice(0, 80)}`,
      );
  });
