import type { Row } from '../../syntax.ts';

export const powershell: Row = {
  id: 'shellscript',
  name: 'powershell',
  names: '.ps1 .psm1',
  layout: 'braces',
  lines: true,
  ignoresCase: true,
  nameMarks: '-',
  declares: { type: 'class', enum: 'enum', function: 'function filter workflow' },
  statements: 'if else elseif for foreach while do switch return throw try catch finally param begin process end using trap',
  comments: { line: ['#'], block: [['<#', '#>']], quotes: '"\'', holes: { open: '$(' } },
};
