import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const php: Row = {
  id: 'php',
  names: '.php',
  layout: 'braces',
  declares: { type: 'class interface trait', enum: 'enum', function: 'function', member: 'const', value: 'case' },
  calls: { value: 'define' },
  modifiers: 'public private protected static final abstract readonly var',
  imports: { form: 'line', words: 'use require include require_once include_once', package: 'namespace' },
  bases: { words: 'extends implements' },
  statements: `if else elseif for foreach while do switch return throw try catch finally new use echo print include require include_once
    require_once break continue namespace match fn yield clone global`,
  continues: 'extends implements',
  fields: 'dollar',
  comments: { line: ['//', '#'], block: cBlock, quotes: '"\'', multiline: '"\'', heredocs: 'tripled', holes: { open: '{$' } },
};
