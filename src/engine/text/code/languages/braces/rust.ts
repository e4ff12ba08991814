import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const rust: Row = {
  id: 'rust',
  names: '.rs',
  layout: 'braces',
  declares: {
    type: 'struct trait union',
    enum: 'enum',
    alias: 'type',
    module: 'mod',
    function: 'fn macro_rules',
    implementation: 'impl',
    value: 'const static',
  },
  modifiers: 'pub unsafe extern async default const mut ref crate auto',
  imports: { form: 'rust', words: 'use mod extern' },
  bases: { marks: ':' },
  statements: 'if else for while loop match return let use where in as move break continue await self super',
  fields: 'colon',
  callMark: '!',
  comments: {
    line: ['//'],
    block: cBlock,
    quotes: '"\'',
    characters: "'",
    multiline: '"',
    raw: ['r', 'br', 'cr'].flatMap((prefix) => ['', '#', '##', '###'].map((hashes) => [`${prefix}${hashes}"`, `"${hashes}`] as const)),
  },
};
