import type { Row } from '../../syntax.ts';
import { cBlock, textBlock } from '../marks.ts';

export const dart: Row = {
  id: 'java',
  name: 'dart',
  names: '.dart',
  layout: 'braces',
  declares: { type: 'class mixin', enum: 'enum', alias: 'typedef', extension: 'extension' },
  modifiers: 'abstract base sealed final interface static const late var external factory covariant required get set type',
  imports: { form: 'line', words: 'import export part' },
  bases: { words: 'extends implements with on' },
  statements:
    'if else for while do switch case return throw try catch finally new import export library part assert break continue await yield',
  continues: 'extends implements with on async sync',
  inferred: 'var final const late',
  typed: true,
  comments: { line: ['//'], block: cBlock, quotes: '"\'', raw: [...textBlock, ["'''", "'''"]], holes: { open: '${' } },
};
