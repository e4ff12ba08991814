import type { Row } from '../../syntax.ts';
import { cBlock, textBlock } from '../marks.ts';

export const java: Row = {
  id: 'java',
  names: '.java',
  layout: 'braces',
  declares: { type: 'class interface record', enum: 'enum' },
  modifiers: `public private protected static final abstract native synchronized transient volatile strictfp default sealed non open module`,
  imports: { form: 'jvm', words: 'import', package: 'package' },
  bases: { words: 'extends implements' },
  statements:
    'if else for while do switch case return throw try catch finally new import package assert break continue yield goto instanceof default',
  continues: 'extends implements throws permits',
  typed: true,
  comments: { line: ['//'], block: cBlock, quotes: '"\'', characters: "'", raw: textBlock },
};

export const groovy: Row = {
  id: 'java',
  name: 'groovy',
  names: '.groovy .gradle jenkinsfile',
  layout: 'braces',
  lines: true,
  declares: { type: 'class interface trait record', enum: 'enum', function: 'def' },
  modifiers: 'public private protected static final abstract native synchronized transient volatile',
  imports: { form: 'jvm', words: 'import', package: 'package' },
  bases: { words: 'extends implements' },
  statements: 'if else for while do switch case return throw try catch finally new import package assert break continue in as',
  continues: 'extends implements throws',
  typed: true,
  comments: { line: ['//'], block: cBlock, quotes: '"\'', raw: [...textBlock, ["'''", "'''"]], holes: { open: '${' } },
};
