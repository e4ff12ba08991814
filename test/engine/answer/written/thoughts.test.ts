/** What of a model's reply is a thought: a table, each row in one piece and letter by letter. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatEnd } from '../../../../src/engine/answer/written/languageModel.ts';
import { spoken, withoutThoughts } from '../../../../src/engine/answer/written/thoughts.ts';

const fence = '```';

/** Replies, and what is shown of them; of the last two whether all before was taken back, and whether nothing was said. */
const table: readonly (readonly [reply: string, shown: string, isTakenBack?: boolean, isSilent?: boolean])[] = [
  ['', ''],
  ['The kettle is hot.', 'The kettle is hot.'],
  ['\n\n  The kettle.', 'The kettle.'],
  ['<think>Which kettle?</think>The kettle.', 'The kettle.'],
  ['<think>\nWhich\n\nkettle?\n</think>\n\nThe kettle.\n', 'The kettle.\n'],
  ['<Thinking>Which?</Thinking>The kettle.', 'The kettle.'],
  ['<think>One.</think><think>Two.</think>The kettle.', 'The kettle.'],
  ['The kettle.\n<think>Or not?</think>\nIt is hot.', 'The kettle.\n\nIt is hot.'],
  ['<think>It never ends', '', false, true],
  ['<think></think>', '', false, true],
  ['It was opened by the template.</think>The kettle.', 'It was opened by the template.</think>The kettle.'],
  ['It was opened by the template.\n</think>\nThe kettle.', 'The kettle.', true],
  ['</think>The kettle.', 'The kettle.'],
  ['</think>', '', false, true],
  ['A tag <think>in a line</think> is text.', 'A tag <think>in a line</think> is text.'],
  [`${fence}\n<think>\n${fence}\nis code.`, `${fence}\n<think>\n${fence}\nis code.`],
  [`${fence}thinking\nWhich?\n${fence}\nThe kettle.`, 'The kettle.'],
  [`${fence}ts\nconst a = 1;\n${fence}\n`, `${fence}ts\nconst a = 1;\n${fence}\n`],
  ['<b>bold</b>', '<b>bold</b>'],
  ['<', '<'],
  ['<thi', '<thi'],
  ['[THINK]Which?[/THINK]The kettle.', 'The kettle.'],
  ['<|channel|>analysis<|message|>Which?<|end|><|start|>assistant<|channel|>final<|message|>The kettle.', 'The kettle.'],
  ['<|channel|>analysis<|message|>Which?<|channel|>final<|message|>The kettle.', 'The kettle.'],
  ['<|channel|>final<|message|>The kettle.', 'The kettle.'],
  ['<|channel|>', '<|channel|>'],
];

for (const [reply, shown, isTakenBack = false, isSilent = false] of table)
  test(JSON.stringify(reply), async () => {
    assert.equal(withoutThoughts(reply), shown);
    for (const pieces of [[reply], [...reply]]) {
      let text = '';
      let takenBack = false;
      let silent = false;
      const end: ChatEnd = { reason: 'stop' } as unknown as ChatEnd;
      async function* chat(): AsyncGenerator<string, ChatEnd | undefined> {
        yield* pieces;
        return end;
      }
      const heard = spoken(chat(), {
        onTakenBack: () => {
          takenBack = true;
          text = '';
        },
        onSilence: () => {
          silent = true;
        },
      });
      for (;;) {
        const next = await heard.next();
        if (next.done) {
          assert.equal(next.value, end);
          break;
        }
        assert.notEqual(next.value, '');
        text += next.value;
      }
      assert.deepEqual([text, silent], [shown, isSilent], `${pieces.length} pieces`);
      if (pieces.length > 1) assert.equal(takenBack, isTakenBack);
    }
  });

test('the connection is closed for a reader who leaves', async () => {
  let isClosed = false;
  async function* chat(): AsyncGenerator<string, undefined> {
    try {
      yield 'The kettle.\n';
      yield 'It is hot.\n';
    } finally {
      isClosed = true;
    }
  }
  for await (const text of spoken(chat(), { onTakenBack: () => undefined })) {
    assert.equal(text, 'The kettle.\n');
    break;
  }
  assert.ok(isClosed);
});
