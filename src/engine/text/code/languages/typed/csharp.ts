import type { Row } from '../../syntax.ts';
import { cBlock, textBlock } from '../marks.ts';

export const csharp: Row = {
  id: 'java',
  name: 'csharp',
  names: '.cs',
  layout: 'braces',
  declares: { type: 'class interface struct record', enum: 'enum', namespace: 'namespace', extension: 'extension' },
  modifiers: `public private protected internal static sealed abstract virtual override readonly async partial extern unsafe new const volatile
    required file ref event delegate implicit explicit fixed`,
  imports: { form: 'line', words: 'using', package: 'namespace' },
  bases: { marks: ':' },
  statements: `if else for foreach while do switch case return throw try catch finally using lock break continue yield goto await is as in
    default`,
  continues: 'where',
  typed: true,
  comments: {
    line: ['//'],
    block: cBlock,
    quotes: '"\'',
    characters: "'",
    raw: [...textBlock, ['@"', '"'], ['$@"', '"']],
    holes: { open: '{', prefix: '$' },
    directives: true,
  },
};
