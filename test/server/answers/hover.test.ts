import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HoverOptions, hoverText } from '../../../src/server/answers/hover.ts';
import type { Conversion } from '../../../src/server/answers/wire.ts';
import { createFileUris } from '../../../src/server/fileUris.ts';
import type { RelatedResult, ShownEvidence } from '../../../src/service/types/results.ts';

const conversion: Conversion = { uris: createFileUris(false), folderNames: new Map([['/w', 'w']]) };
const commands: HoverOptions = { folderNumbers: new Map([['/w', 2]]) };
const files: HoverOptions = {};

function result(path: string, evidence: ShownEvidence[], title = ''): RelatedResult {
  return {
    rank: 1,
    folder: '/w',
    path,
    startLine: 3,
    endLine: 9,
    title,
    kind: 'doc',
    fileHash: '',
    score: 1,
    evidence,
    relation: 'shares',
  };
}

test('hoverText() is empty if nothing is shared', () => {
  assert.equal(hoverText([], conversion, files), undefined);
  assert.equal(hoverText([result('a.md', [])], conversion, files), undefined);
});

test('hoverText() has at most five lines, one per related chunk', () => {
  const many = Array.from({ length: 9 }, (_, i) => result(`a${i}.md`, [{ kind: 'symbol', keys: ['Kettle', 'Queue', 'x', 'y'] }]));
  const lines = hoverText(many, conversion, commands)?.split('  \n') ?? [];
  assert.equal(lines.length, 5);
  assert.equal(lines[0], 'Related');
  assert.match(lines[1] ?? '', /^\[a0\\\.md\]\(command:meshrag\.openPlace\?\S+ "3–9"\) — shares Kettle, Queue, x$/);
  assert.match(lines[4] ?? '', /^\[a3/);
});

test('hoverText() names the heading and links to the line if there are no commands', () => {
  const text = hoverText([result('docs/state.md', [{ kind: 'name', keys: ['panel'] }], 'State › Reload')], conversion, files);
  assert.equal(text, 'Related  \n[docs\\/state\\.md › Reload](file:///w/docs/state.md#L3 "3–9") — shares panel');
});

test('hoverText() says that a description of the name is by a model', () => {
  const fact = {
    kind: 'description' as const,
    text: 'A kettle *queue*.',
    folder: '/w',
    path: 'a.md',
    startLine: 4,
    endLine: 4,
    fileHash: '',
  };
  const text = hoverText([result('a.md', [{ kind: 'name', keys: ['panel'] }])], conversion, { facts: [fact] });
  assert.match(text ?? '', /^According to a model: A kettle \\\*queue\\\*\\?\. — \[a\\\.md\]\(file:\/\/\/w\/a\.md#L4 "4"\)/m);
});

test('hoverText() distinguishes places with the same heading by line and version', () => {
  const evidence = [{ kind: 'symbol', keys: ['Kettle'] }];
  const [older, newer] = ['1.0 (May 2020) › Fixed', '1.1 (June 2021) › Fixed'].map((title) => result('notes.md', evidence, title));
  const text = hoverText([older as RelatedResult, { ...(newer as RelatedResult), startLine: 40, endLine: 41 }], conversion, files) ?? '';
  const labels = [...text.matchAll(/^\[(.*?)\]\(/gm)].map(([, label]) => label?.replaceAll('\\', ''));
  assert.deepEqual(labels, ['notes.md:3 › 1.0 (May 2020) › Fixed', 'notes.md:40 › 1.1 (June 2021) › Fixed']);
});

test('hoverText() names code by the first name that it defines, and a long path by its end', () => {
  const code = {
    ...result(`${'long/'.repeat(20)}a.ts`, [{ kind: 'symbol', keys: ['k'] }], 'KettleQueue, add, next'),
    kind: 'code' as const,
  };
  assert.match(hoverText([code], conversion, files) ?? '', /\[…[\\/long]+a\\\.ts › KettleQueue\]/);
});

test('hoverText() names code by the name that it defines of those asked about', () => {
  const code = { ...result('a.ts', [{ kind: 'symbol', keys: ['next'] }], 'KettleQueue, add, …'), kind: 'code' as const };
  const named = (subject: string, title = code.title) => hoverText([{ ...code, title, relation: 'defines', subject }], conversion, files);
  assert.match(named('next') ?? '', /\[a\\\.ts › next\]/);
  assert.match(named('next', 'KettleQueue › next') ?? '', /\[a\\\.ts › KettleQueue › next\]/);
});

test('hoverText() says how a chunk is related, shares last, and links to the page of the name under the cursor', () => {
  const evidence = [{ kind: 'symbol', keys: ['Kettle', 'Queue'] }];
  const all: RelatedResult[] = [
    result('shares.md', evidence),
    { ...result('docs.md', evidence), relation: 'documents', subject: 'Kettle' },
    { ...result('defines.ts', evidence), relation: 'defines', subject: 'Queue' },
  ];
  const lines = hoverText(all, conversion, { ...commands, name: 'queue' })?.split('  \n') ?? [];
  assert.equal(lines[0], 'Related · [Who uses queue](command:meshrag.showPlace?%5B%7B%22name%22%3A%22queue%22%7D%5D)');
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(' — ')[1]),
    ['defines Queue', 'documents Kettle', 'shares Kettle, Queue'],
  );
});

test('hoverText() offers to peek what it lists, where it is', () => {
  const evidence = [{ kind: 'symbol', keys: ['Kettle'] }];
  const at = { line: 7, character: 2 };
  const [line = ''] =
    hoverText([result('a.md', evidence), result('b (c).md', evidence)], conversion, { ...commands, at })?.split('  \n') ?? [];
  const [, target = ''] = /^Related · \[Peek\]\(command:meshrag\.peek\?([^()\s]+)\)$/.exec(line) ?? [];
  const place = { folder: 2, startLine: 3, endLine: 9 };
  assert.deepEqual(JSON.parse(decodeURIComponent(target)), [
    {
      places: [
        { ...place, path: 'a.md' },
        { ...place, path: 'b (c).md' },
      ],
      at,
    },
  ]);
});

test('hoverText() turns no file content into a link, image, HTML or line', () => {
  const evil = '](command:evil) <img src=x> ![a](http://b) **c** `d`\n\n# e $(f) https://g.example | h';
  const text = hoverText([result('a.md', [{ kind: 'name', keys: [evil] }], `x › ${evil}`)], conversion, commands) ?? '';
  assert.equal(text.split('\n').length, 2);
  assert.deepEqual(text.match(/(?<!\\)\]\(command:[a-zA-Z.]+/g), ['](command:meshrag.openPlace']);
  assert.doesNotMatch(text, /(?<!\\)[<>`*|!#$]/);
});

test('hoverText() keeps parentheses of names out of its links', () => {
  const text = hoverText([result("a (copy) 'x'.md", [{ kind: 'name', keys: ['k'] }])], conversion, commands) ?? '';
  const target = /\((command:meshrag\.openPlace\?[^\s]*) "/.exec(text)?.[1] ?? '';
  assert.doesNotMatch(target, /[()]/);
  const [place] = JSON.parse(decodeURIComponent(target.slice(target.indexOf('?') + 1)));
  assert.deepEqual(place, { folder: 2, path: "a (copy) 'x'.md", startLine: 3, endLine: 9 });
});
