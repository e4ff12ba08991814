import type { Row } from '../../syntax.ts';

export const pascal: Row = {
  id: 'pascal',
  names: '.pas .pp .dpr .lpr',
  layout: 'indent',
  ignoresCase: true,
  ends: 'end',
  joins: 'begin var const label',
  declares: { module: 'unit program library', function: 'procedure function constructor destructor' },
  modifiers: 'class',
  statements: 'if then else for while repeat until case with try except finally uses interface implementation initialization finalization',
  assignedTypes: 'class record interface object',
  comments: {
    line: ['//'],
    block: [
      ['{', '}'],
      ['(*', '*)'],
    ],
    quotes: "'",
    doubled: true,
  },
};
