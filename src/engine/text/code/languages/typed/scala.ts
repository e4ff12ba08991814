import type { Row } from '../../syntax.ts';
import { cBlock, textBlock } from '../marks.ts';

export const scala: Row = {
  id: 'java',
  name: 'scala',
  names: '.scala .sbt',
  layout: 'braces',
  lines: true,
  declares: {
    type: 'class trait object',
    enum: 'enum',
    alias: 'type',
    extension: 'extension',
    function: 'def',
    value: 'val var given case',
  },
  modifiers: 'private protected implicit lazy final sealed abstract override case inline opaque open transparent infix erased',
  imports: { form: 'jvm', words: 'import', package: 'package' },
  bases: { words: 'extends with' },
  statements: 'if else for while do match return throw try catch finally new import package yield export then end',
  continues: 'extends with derives',
  comments: { line: ['//'], block: cBlock, quotes: '"\'', characters: "'", raw: [...textBlock, ['`', '`']], holes: { open: '${' } },
};
