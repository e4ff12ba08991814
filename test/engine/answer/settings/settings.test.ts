// Lines that give something a value are found by its name and by what describes it, in the forms of code, tables, usage texts and prose.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SettingSource, settingIn } from '../../../../src/engine/answer/settings/settings.ts';
import { valueAskedFor } from '../../../../src/engine/question/newcomers/valueQuestions.ts';

function shownFor(question: string, text: string, of: Partial<SettingSource> = {}): string | undefined {
  const lines = text.split('\n');
  const source = { title: '', kind: 'code', language: 'go', startLine: 1, endLine: lines.length, lines, ...of } as const;
  const asked = valueAskedFor(
    question,
    () => 1,
    () => false,
  );
  assert.ok(asked);
  const setting = settingIn(source, asked);
  return setting && lines.slice(setting.startLine - 1, setting.endLine).join('\n');
}

const doc = { kind: 'doc', language: 'markdown' } as const;

test('an initialiser is shown with its comment, also in a statement of several lines', () => {
  const code = 'x := 3\n\n// How often the tide is read.\nvar TidePeriod = 30\n\nvar Harbours = 4\n';
  assert.equal(shownFor('How often is the tide read?', code), '// How often the tide is read.\nvar TidePeriod = 30');
  const flag = 'flags := Flags{\n  Flag{\n    Name: "tide-days",\n    Value: 12,\n  },\n}\n';
  assert.equal(shownFor('How many days of tides are shown by default?', flag), '  Flag{\n    Name: "tide-days",\n    Value: 12,\n  },');
});

test('what compares or computes gives no value', () => {
  assert.equal(shownFor('How many harbours are there by default?', 'if harbours == 3 {\nharbours += 4\nx := harbours[2]\n'), undefined);
});

test('a number is wanted where something is measured, a quoted value elsewhere', () => {
  const code = 'harbour = "Sylt"\nharbourTimeout = None\n';
  assert.equal(shownFor('What is the default harbour?', code, { language: 'python' }), 'harbour = "Sylt"');
  assert.equal(shownFor('How long does a harbour wait?', code, { language: 'python' }), 'harbourTimeout = None');
});

test('a row of a table counts with its header, an option of a usage text with its lines', () => {
  const table = '| Key | Default | Meaning |\n| --- | --- | --- |\n| boats | 7 | boats in a harbour |\n| tides | 9 | tides of a day |\n';
  assert.equal(shownFor('How many tides does it show by default?', table, doc), '| tides | 9 | tides of a day |');
  const usage = 'Options:\n  --tides, the tides of a day.\n    Defaults to 9.\n  --boats, the boats of a harbour.\n    Defaults to 7.\n';
  assert.equal(shownFor('How many tides does it show by default?', usage, doc), '  --tides, the tides of a day.\n    Defaults to 9.');
  const code = `const help = \`\n${usage}\`\n`;
  assert.equal(shownFor('How many boats are there by default?', code), '  --boats, the boats of a harbour.\n    Defaults to 7.');
});

test('the value may stand on the line after the word for a default', () => {
  const text = 'The port of the harbour defaults to\nport 4080.\n\nA pier has 3 steps.\n';
  assert.equal(shownFor('Which port is used if I set nothing?', text, doc), 'The port of the harbour defaults to\nport 4080.');
});

test('a tag of a comment is an entry of its own, whose value may stand on the next line', () => {
  const text =
    '    :param boats: In a harbour.\n    :param tides: Tides of a day.\n        (default: 9, min: 1)\n    :param piers: Of a port.\n';
  const shown = shownFor('How many tides does it show by default?', `def harbour():\n    """\n${text}    """\n`, { language: 'python' });
  assert.equal(shown, '    :param tides: Tides of a day.\n        (default: 9, min: 1)');
});

test('a comment may begin with a colon', () => {
  const code = 'x = 1\n\n#: How often the tide\n#: is read.\ntide_period = 30\n';
  assert.equal(
    shownFor('How often is the tide read?', code, { language: 'python' }),
    '#: How often the tide\n#: is read.\ntide_period = 30',
  );
});

test('an example of a document sets what is no default, unless it says so', () => {
  const held = (comment: string): number => {
    const lines = `# Tides\n\nTo read more tides:\n\n\`\`\`ini\n${comment}tides = 9\n\`\`\`\n`.split('\n');
    const asked = valueAskedFor(
      'What is the default number of tides?',
      () => 1,
      () => false,
    );
    assert.ok(asked);
    return settingIn({ title: 'Tides', startLine: 1, endLine: lines.length, lines, ...doc }, asked)?.held ?? 0;
  };
  assert.ok(held('') < 0.8 * held('; the default\n'));
});

test('what is on or off has a value, too, in code, in the tags of a comment and in prose', () => {
  const question = 'Is the tide table shown by default?';
  const code = 'limit = 30\ntide_table = False\nharbour = port\n';
  assert.equal(shownFor(question, code, { language: 'python' }), 'tide_table = False');
  const comment = '# :param limit: Of rows. (default: 30)\n# :param tide_table: Whether the tide table is shown. (default: True)\n';
  assert.equal(
    shownFor(question, comment, { language: 'python' }),
    '# :param tide_table: Whether the tide table is shown. (default: True)',
  );
  const tags = '/**\n * @param {number} [limit] of rows, 30 by default\n * @param {boolean} [tideTable] shown, off by default\n */\n';
  assert.match(shownFor(question, tags, { language: 'typescript' }) ?? '', /tideTable/);
  for (const prose of ['The tide table is enabled by default.', 'The tide table defaults to off.', 'It is on by default: the tide table.'])
    assert.equal(shownFor(question, `Harbours.\n\n${prose}\n\nPiers.\n`, doc), prose);
  for (const none of ['The tide table depends on the default harbour.', 'It shows the tide table by default.'])
    assert.equal(shownFor(question, `Harbours.\n\n${none}\n\nPiers.\n`, doc), undefined, none);
  assert.equal(shownFor('How many tide tables are shown by default?', code, { language: 'python' }), 'limit = 30');
  const labelled = 'The tide table can be `never`, `daily` (default) or `weekly`.';
  assert.equal(shownFor(question, `Harbours.\n\n${labelled}\n\nPiers.\n`, doc), labelled);
});
