/** What the comments of a file say of it, and what one before a definition says: tables. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentSentence, sentenceBefore } from '../../../../src/engine/parts/quotes/commentSentence.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { linesOf } from '../../../../src/engine/text/lines.ts';

type Found = readonly [line: number, text: string, of: 'file' | 'definition'] | undefined;

const says = 'Brews tea for guests.';
const brew = 'export function brew() {}\n';
const pour = 'export function pour() {}\n';

const table: readonly (readonly [name: string, path: string, text: string, found: Found])[] = [
  ['nothing', 'a.ts', '', undefined],
  ['no comment', 'a.ts', brew, undefined],
  ['a language without comments', 'a.json', `{ "a": "// ${says}" }`, undefined],
  ['the first comment', 'a.ts', `// ${says}\n\n${brew}${pour}`, [1, says, 'file']],
  ['of several lines', 'a.ts', `// Brews tea\n// for guests.\n\n${brew}${pour}`, [1, says, 'file']],
  ['its first sentence', 'a.ts', `// ${says} It is hot.\n\n${brew}${pour}`, [1, says, 'file']],
  ['its first paragraph that says something', 'a.ts', `/*\n * Tea\n *\n * ${says}\n */\n\n${brew}${pour}`, [4, says, 'file']],
  ['right above a definition it is of that one', 'a.ts', `// ${says}\n${brew}${pour}`, [1, says, 'definition']],
  ['unless the file has no other', 'a.ts', `// ${says}\n${brew}`, [1, says, 'file']],
  ['a line of code before it is too much', 'a.ts', `pour();\n// ${says}\n\n${brew}`, undefined],
  ['but not a directive', 'a.ts', `'use strict';\n// ${says}\n\n${brew}${pour}`, [2, says, 'file']],
  ['or a double-quoted one', 'a.ts', `"use client";\n// ${says}\n\n${brew}${pour}`, [2, says, 'file']],
  ['two of them are', 'a.ts', `'use strict';\n'use client';\n// ${says}\n\n${brew}${pour}`, undefined],
  ['a script', 'a.sh', `#!/bin/sh\n# ${says}\n\nbrew\n`, [2, says, 'file']],
  ['PHP', 'a.php', `<?php\n// ${says}\n\nfunction brew() {}\nfunction pour() {}\n`, [2, says, 'file']],
  [
    'a licence is passed over',
    'a.ts',
    `// Copyright 2020 Somebody. All rights reserved.\n\n// ${says}\n\n${brew}${pour}`,
    [3, says, 'file'],
  ],
  ['a directive of a tool as well', 'a.ts', `// eslint-disable no-tea\n// ${says}\n\n${brew}${pour}`, [2, says, 'file']],
  ['what is to be done as well', 'a.ts', `// TODO: heat the kettle.\n\n// ${says}\n\n${brew}${pour}`, [3, says, 'file']],
  ['documentation after code', 'a.ts', `pour();\n/** ${says} */\n${brew}${pour}`, [2, says, 'definition']],
  ['a comment after code right above a definition', 'a.ts', `pour();\n// ${says}\n${brew}${pour}`, [2, says, 'definition']],
  ['a tag with what it says', 'a.ts', `/**\n * @file ${says}\n * @author Somebody\n */\n\n${brew}${pour}`, [2, says, 'file']],
  [
    'no further than the next tag',
    'a.ts',
    `/**\n * Brews tea for guests\n * @param cups a number of cups\n */\n\n${brew}${pour}`,
    [2, 'Brews tea for guests', 'file'],
  ],
  ['a string that opens a module', 'a.py', `"""${says}"""\ndef brew():\n    pass\ndef pour():\n    pass\n`, [1, says, 'file']],
  ['of a crate', 'a.rs', `//! ${says}\nfn brew() {}\nfn pour() {}\n`, [1, says, 'file']],
  ['of a package', 'a.go', `// ${says}\npackage tea\n\nfunc Brew() {}\n`, [1, says, 'file']],
  ['below a build tag', 'a.go', `//go:build linux\n\n// ${says}\npackage tea\n\nfunc Brew() {}\n`, [3, says, 'file']],
  ['two words say nothing', 'a.ts', `// Brews tea.\n\n${brew}${pour}`, undefined],
];

for (const [name, path, text, found] of table)
  test(name, () => {
    const sentence = commentSentence(text, languageOf(path));
    assert.deepEqual(sentence && [sentence.line, sentence.text, sentence.of], found);
  });

const before: readonly (readonly [name: string, path: string, text: string, line: number, found: string | undefined])[] = [
  ['the comment above', 'a.ts', `// ${says}\n${brew}`, 1, says],
  ['of several lines', 'a.ts', `// Brews tea\n// for guests.\n${brew}`, 2, says],
  ['not one further above', 'a.ts', `// ${says}\n\n${brew}`, 2, undefined],
  ['not code', 'a.ts', `pour(tea, for_guests);\n${brew}`, 1, undefined],
  ['none at the top', 'a.ts', brew, 0, undefined],
  ['no licence', 'a.ts', `// Copyright 2020 Somebody. All rights reserved.\n${brew}`, 1, undefined],
  ['a string below the first line', 'a.py', `def brew():\n    """${says}"""\n`, 0, says],
  ['of the other quotes, without what follows it', 'a.py', `def brew():\n    '''${says}''' ; pass\n`, 0, says],
  ['at the end there is none below', 'a.py', 'def brew(): pass', 0, undefined],
];

for (const [name, path, text, line, found] of before)
  test(`before a definition: ${name}`, () => assert.equal(sentenceBefore(linesOf(text), line, languageOf(path)), found));

test('forty lines before a definition are read', () => {
  const long = (count: number): string => `// ${says}\n//\n${'// more of it here\n'.repeat(count)}${brew}`;
  assert.equal(sentenceBefore(linesOf(long(38)), 40, languageOf('a.ts')), says);
  assert.notEqual(sentenceBefore(linesOf(long(39)), 41, languageOf('a.ts')), says);
});
