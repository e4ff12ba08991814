import type { Row } from '../../syntax.ts';

export const bat: Row = {
  id: 'bat',
  names: '.bat .cmd',
  layout: 'indent',
  ignoresCase: true,
  nameMarks: '-',
  declares: {},
  statements: 'if else for goto call set echo exit',
  labelStarts: ':',
  comments: { line: ['rem ', 'REM ', '::'], block: [], quotes: '"' },
};
