/** What documents say of folders and files: a table of their lines. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGuides } from '../../../src/engine/parts/guide.ts';
import { sourceFiles } from '../../../src/engine/parts/sourceFiles.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

const others = { 'src/heat/pan.ts': 'boil();\n', 'src/cli.ts': 'brew();\n', 'docs/tea.md': '# Tea\n', 'lib/pan.ts': 'cook();\n' };

/** `TARGET FROM:LINE TEXT`. */
async function said(files: Files): Promise<readonly string[]> {
  const all: Files = { ...others, ...files };
  const found = await readGuides(await sourceFiles(indexOf(all).reader()), async (path) => all[path]);
  return Array.from(found, ([target, { path, line, text }]) => `${target} ${path}:${line} ${text}`);
}

const says = 'How water is heated.';

const table: readonly (readonly [name: string, text: string, found: readonly string[]])[] = [
  ['nothing', '# Tea\n\nBrewed for all.\n', []],
  ['an item with code', `# Tea\n\n- \`src/heat\`: ${says}\n`, [`src/heat README.md:3 ${says}`]],
  ['a folder with a stroke at its end', `- \`src/heat/\` - ${says}\n`, [`src/heat README.md:1 ${says}`]],
  ['from here', `- ./src/heat: ${says}\n`, [`src/heat README.md:1 ${says}`]],
  ['a link', `- [src/cli.ts](src/cli.ts): ${says}\n`, [`src/cli.ts README.md:1 ${says}`]],
  ['bold type', `- **src/cli.ts** — ${says}\n`, [`src/cli.ts README.md:1 ${says}`]],
  ['a row of a table', `| folder | what |\n| --- | --- |\n| src/heat | ${says} |\n`, [`src/heat README.md:3 ${says}`]],
  [
    'its second cell alone',
    `| folder | what | who |\n| --- | --- | --- |\n| src/heat | ${says} | me and you |\n`,
    [`src/heat README.md:3 ${says}`],
  ],
  [
    'a drawn tree',
    `\`\`\`\n.\n├── src/heat/  # ${says}\n│   └── pan.ts\n└── src/cli.ts  # Where all of it begins.\n\`\`\`\n`,
    [`src/heat README.md:3 ${says}`, 'src/cli.ts README.md:5 Where all of it begins.'],
  ],
  [
    'in a tree by its last name, if only one file has it',
    `\`\`\`\n├── heat  # ${says}\n├── pan.ts  # Two of them are here.\n\`\`\`\n`,
    [`src/heat README.md:2 ${says}`],
  ],
  ['not in a list', `- heat: ${says}\n`, []],
  ['what is not there', `- \`src/none\`: ${says}\n`, []],
  ['too few words', '- `src/heat`: Hot.\n', []],
  ['the first of two', `- \`src/heat\`: ${says}\n- \`src/heat\`: Something else of it.\n`, [`src/heat README.md:1 ${says}`]],
];

for (const [name, text, found] of table) test(name, async () => assert.deepEqual(await said({ 'README.md': text }), found));

test('a README one level below names what is beside it; the root comes first, and other documents there do not count', async () => {
  const item = (path: string, text: string): string => `- \`${path}\`: ${text}\n`;
  assert.deepEqual(await said({ 'src/README.md': item('heat', says), 'docs/more.md': item('tea.md', 'All about it here.') }), [
    `src/heat src/README.md:1 ${says}`,
  ]);
  assert.deepEqual(await said({ 'src/README.md': item('heat', 'Something else of it.'), 'README.md': item('src/heat', says) }), [
    `src/heat README.md:1 ${says}`,
  ]);
});
