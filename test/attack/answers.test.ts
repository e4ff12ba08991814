import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzer } from './answersFuzz.ts';
import { intruders, lastParagraphs } from './secondReaders.ts';

/** `MESHRAG_FUZZ_ROUNDS=100000` takes some four minutes. */
const rounds = Number(process.env.MESHRAG_FUZZ_ROUNDS ?? 2000);

test(`${rounds} hostile answers, in random pieces, are plain text for both readers`, async () => {
  assert.deepEqual(await fuzzer.run({ seed: 1, rounds }), { rounds });
});

test("the editor's reader sees active content where nothing is escaped", () => {
  for (const [markdown, found] of [
    ['```\ncode\n```~\n![p](https://evil.example)', 'image'],
    ['So:\n``` ![p](https://evil.example)', 'image'],
    ['~~~text\ncode\n~~~`\n[x](command:y)', 'link'],
    ['https://evil.example', 'link'],
    ['a <img src=x>', 'html'],
    ['| a |\n|---|\n| <b> |', 'html'],
    ['[r]: https://evil.example', 'definition'],
  ] as const) {
    assert.ok(
      intruders(markdown, () => false).some((one) => one.startsWith(`marked of VS Code 1.101: ${found}`)),
      markdown,
    );
  }
  assert.deepEqual(lastParagraphs('```\ncode\n\nSources'), [undefined, undefined]);
});
