import type { Row } from '../../syntax.ts';

export const cobol: Row = {
  id: 'cobol',
  names: '.cbl .cob .cpy .cobol .pco',
  layout: 'cobol',
  ignoresCase: true,
  nameMarks: '-',
  declares: { module: 'program-id class-id function-id', member: '01 77 78 fd sd' },
  statements: 'division exit goback filler copy',
  comments: { line: ['*>'], block: [], quotes: '"\'', doubled: true, column: [6, '*/'] },
};
