import type { Row } from '../../syntax.ts';
import { cBlock, textBlock } from '../marks.ts';

export const kotlin: Row = {
  id: 'java',
  name: 'kotlin',
  names: '.kt .kts',
  layout: 'braces',
  lines: true,
  declares: { type: 'class interface object', enum: 'enum', alias: 'typealias', function: 'fun', value: 'val var' },
  modifiers: `public private protected internal open abstract final sealed data inner inline value annotation companion override lateinit const
    suspend tailrec operator infix external expect actual noinline crossinline vararg reified`,
  imports: { form: 'jvm', words: 'import', package: 'package' },
  bases: { marks: ':' },
  statements: 'if else for while do when return throw try catch finally import package break continue in is as init constructor',
  continues: 'by where get set',
  comments: { line: ['//'], block: cBlock, quotes: '"\'', characters: "'", raw: [...textBlock, ['`', '`']], holes: { open: '${' } },
};
