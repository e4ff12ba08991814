import type { Row } from '../../syntax.ts';

export const perl: Row = {
  id: 'perl',
  names: '.pl .pm .t',
  others: 'perl6 raku',
  layout: 'braces',
  declares: { module: 'package class role', function: 'sub method', value: 'our' },
  calls: { value: 'constant' },
  modifiers: 'use',
  statements: 'if elsif else unless for foreach while until return my local require no print die last next redo do eval',
  comments: {
    line: ['#'],
    block: [
      ['=pod', '=cut'],
      ['=head', '=cut'],
      ['=over', '=cut'],
    ],
    quotes: '"\'',
    heredocs: 'any',
  },
};
