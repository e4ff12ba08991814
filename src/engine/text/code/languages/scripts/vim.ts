import type { Row } from '../../syntax.ts';

export const vim: Row = {
  id: 'vim',
  names: '.vim .vimrc vimrc',
  others: 'viml',
  layout: 'indent',
  ends: 'endfunction endfunc enddef endif endwhile endfor endtry',
  joins: 'else elseif catch finally',
  nameMarks: '#:',
  prefixMarks: ':#',
  declares: { function: 'function func def command', value: 'let' },
  modifiers: 'export',
  statements: 'if while for try return call execute autocmd set syntax highlight',
  comments: { line: ['"', '#'], block: [], quotes: "'" },
};
