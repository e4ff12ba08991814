/** Which sentence describes a document: a table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proseSentence } from '../../../../src/engine/parts/quotes/proseSentence.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';

const says = 'Tea is brewed for guests.';
const other = 'Milk is poured for guests.';

const table: readonly (readonly [name: string, path: string, text: string, line: number, found: string | undefined])[] = [
  ['nothing', 'a.md', '', 0, undefined],
  ['the first paragraph', 'a.md', `# Tea\n\n${says}\n\n${other}\n`, 3, says],
  ['of one that has several sentences the first', 'a.md', `# Tea\n\n${says} ${other}\n`, 3, says],
  ['over two lines', 'a.md', '# Tea\n\nTea is brewed\nfor guests.\n', 3, says],
  ['the first that says something', 'a.md', `# Tea\n\nBy me.\n\n${says}\n`, 5, says],
  ['the description of the front matter', 'a.md', `---\ntitle: Tea\ndescription: ${says}\n---\n\n${other}\n`, 3, says],
  ['unless that says nothing', 'a.md', `---\ndescription: Tea\n---\n\n${other}\n`, 5, other],
  ['no badge', 'README.md', `# Tea\n\n![A badge for tea here](b.svg)\n\n${says}\n`, 5, says],
  ['no line with a link alone', 'a.md', `# Tea\n\n[All about tea here](b.md)\n${says}\n`, 4, says],
  ['no list', 'a.md', `# Tea\n\n- ${other}\n\n${says}\n`, 5, says],
  ['no code', 'a.md', `# Tea\n\n\`\`\`\n${other}\n\`\`\`\n\n${says}\n`, 7, says],
  ['no import', 'a.mdx', `import Tea from './tea for guests';\n\n${says}\n`, 3, says],
  ['no note', 'README.md', `# Tea\n\n> [!NOTE]\n> ${other}\n\n${says}\n`, 6, says],
  ['a block quote of a README without a paragraph before its sections', 'README.md', `# Tea\n\n> ${says}\n\n## Use\n\n${other}\n`, 3, says],
  ['not where there is a paragraph', 'README.md', `# Tea\n\n> ${says}\n\n${other}\n\n## Use\n`, 5, other],
  ['nor in other documents', 'a.md', `# Tea\n\n> ${says}\n\n## Use\n\n${other}\n`, 7, other],
  ['a sentence in HTML', 'README.md', `<h1>Tea</h1>\n<p>${says}</p>\n\n## Use\n\n${other}\n`, 2, says],
  ['not one without a stop', 'README.md', `<h1>Tea for all guests</h1>\n\n## Use\n\n${other}\n`, 5, other],
  [
    'a README defines its subject later',
    'README.md',
    `# Kettle\n\n${says}\n\nKettle is a program that heats water.\n`,
    5,
    'Kettle is a program that heats water.',
  ],
  [
    'a block quote of a README defines its subject',
    'README.md',
    `# Kettle\n\n> Kettle is a program that heats water.\n\n${says}\n`,
    3,
    'Kettle is a program that heats water.',
  ],
  ['with an article', 'README.md', `# Kettle\n\n${says}\n\nThe Kettle is a program for water.\n`, 5, 'The Kettle is a program for water.'],
  ['not another subject', 'README.md', `# Kettle\n\n${says}\n\nPanner is a program that heats water.\n`, 3, says],
  ['not what it is like', 'README.md', `# Kettle\n\n${says}\n\nKettle is very hot in here.\n`, 3, says],
  ['nor in other documents', 'a.md', `# Kettle\n\n${says}\n\nKettle is a program that heats water.\n`, 3, says],
  ['a name of four words is none', 'README.md', `# One Two Three Four\n\n${says}\n\nOne Two Three Four is a program.\n`, 3, says],
  ['one of three is', 'README.md', `# One Two Three\n\n${says}\n\nOne Two Three is a program.\n`, 5, 'One Two Three is a program.'],
  ['the authors below the title of AsciiDoc are none', 'a.adoc', `= Tea\nA. Nobody and B. Somebody\n\n${says}\n`, 4, says],
];

for (const [name, path, text, line, found] of table)
  test(name, () => assert.deepEqual(proseSentence(path, text, languageOf(path)), found === undefined ? undefined : { line, text: found }));

test('a README defines its subject in the first twelve paragraphs', () => {
  const text = (paragraphs: number): string => `# Kettle\n\n${`${says}\n\n`.repeat(paragraphs)}Kettle is a program.\n`;
  const language = languageOf('README.md');
  assert.equal(proseSentence('README.md', text(11), language)?.text, 'Kettle is a program.');
  assert.equal(proseSentence('README.md', text(12), language)?.text, says);
});
