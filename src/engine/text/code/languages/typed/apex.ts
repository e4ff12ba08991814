import type { Row } from '../../syntax.ts';
import { basic } from '../ends/basic.ts';
import { cBlock } from '../marks.ts';

export const apex: Row = {
  id: 'java',
  name: 'apex',
  names: '.cls .trigger .apex',
  layout: 'braces',
  ignoresCase: true,
  declares: { type: 'class interface', enum: 'enum', function: 'trigger' },
  modifiers: `public private protected global static final abstract virtual override transient webservice testmethod with without inherited
    sharing`,
  bases: { words: 'extends implements' },
  statements:
    'if else for while do switch on when return throw try catch finally new break continue instanceof insert update upsert delete undelete merge',
  continues: 'extends implements on',
  typed: true,
  // Classes of Visual Basic have the same ending.
  otherwise: { words: 'VERSION Option Attribute', syntax: basic, comments: basic.comments },
  comments: { line: ['//'], block: cBlock, quotes: "'" },
};
