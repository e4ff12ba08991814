import type { Row } from '../../syntax.ts';

export const vhdl: Row = {
  id: 'vhdl',
  names: '.vhd .vhdl',
  layout: 'ends',
  ignoresCase: true,
  ends: 'end',
  forward: 'is',
  bodiless: 'new',
  finals: 'record',
  declares: {
    module: 'package entity component architecture configuration context',
    function: 'procedure function process',
    alias: 'type subtype',
    value: 'signal constant variable alias',
  },
  modifiers: 'body pure impure shared',
  statements: 'if then else elsif for while loop case when return begin exit wait use library generate port generic map',
  comments: { line: ['--'], block: [], quotes: '"\'', characters: "'", doubled: true },
};
