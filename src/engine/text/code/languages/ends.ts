/** Languages of the families of Ada, Fortran and Basic, hardware and assembly. */

import type { Row } from '../syntax.ts';
import { cBlock } from './marks.ts';

export const basic: Row = {
  id: 'vb',
  names: '.vb .vbs .bas',
  layout: 'ends',
  ignoresCase: true,
  ends: 'end',
  declares: {
    type: 'class structure interface',
    enum: 'enum',
    module: 'module',
    namespace: 'namespace',
    function: 'sub function property event',
  },
  modifiers: `public private protected friend shared static overrides overridable overloads readonly writeonly partial mustinherit
    notinheritable default mustoverride async iterator shadows get let set`,
  statements: 'if else elseif for while do select case return throw try catch finally dim imports option exit with using',
  comments: { line: ["'"], block: [], quotes: '"', doubled: true },
};

const fortranWords = {
  layout: 'ends',
  doubleColons: true,
  ignoresCase: true,
  ends: 'end endsubroutine endfunction endmodule endprogram endtype endinterface',
  declares: { module: 'module program submodule', type: 'type', function: 'subroutine function' },
  modifiers: 'pure elemental recursive impure integer real double precision logical character complex',
  statements: 'if then else do select case call return contains use implicit print write read allocate where interface procedure',
} as const;

export const matlab: Row = {
  id: 'matlab',
  names: '.matlab .octave',
  layout: 'indent',
  ends: 'end endfunction endclassdef',
  joins: 'else elseif otherwise case catch',
  results: true,
  declares: { type: 'classdef', function: 'function' },
  statements: 'if for while switch try return break continue methods properties events enumeration',
  comments: { line: ['%', '#'], block: [['%{', '%}']], quotes: '"' },
};

export const ends: readonly Row[] = [
  basic,
  {
    id: 'fortran',
    names: '.f90 .f95 .f03 .f08',
    ...fortranWords,
    comments: { line: ['!'], block: [], quotes: '"\'', doubled: true },
  },
  {
    id: 'fortran',
    name: 'fortran77',
    names: '.f .for .f77 .ftn',
    ...fortranWords,
    comments: { line: ['!'], block: [], quotes: '"\'', doubled: true, column: [0, 'cC*'] },
  },
  {
    id: 'ada',
    names: '.adb .ads .ada',
    layout: 'ends',
    ignoresCase: true,
    ends: 'end',
    forward: 'is',
    bodiless: 'new null abstract separate renames',
    finals: 'record',
    labels: { ':': 'value' },
    declares: { module: 'package', function: 'procedure function entry', type: 'task protected', alias: 'type subtype' },
    modifiers: 'body overriding not private',
    statements: 'if then else elsif for while loop case when return begin exit goto raise with use declare pragma',
    comments: { line: ['--'], block: [], quotes: '"\'', characters: "'", doubled: true },
  },
  {
    id: 'verilog',
    names: '.sv .svh .vh',
    others: 'systemverilog',
    layout: 'ends',
    ends: 'endmodule endfunction endtask endclass endpackage endinterface endprogram endproperty endsequence endchecker endgroup endprimitive endconfig',
    bodiless: 'extern pure',
    declares: {
      module: 'module macromodule package interface program checker primitive config',
      type: 'class covergroup',
      function: 'function task property sequence',
      alias: 'typedef',
      value: 'parameter localparam',
    },
    modifiers: `automatic static virtual pure extern local protected void bit logic int integer byte shortint longint real string signed
    unsigned reg wire`,
    statements: 'if else for while case begin end assign always always_ff always_comb initial import return repeat forever',
    comments: { line: ['//'], block: cBlock, quotes: '"', directives: true },
  },
  {
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
  },
  matlab,
  {
    id: 'cobol',
    names: '.cbl .cob .cpy .cobol .pco',
    layout: 'cobol',
    ignoresCase: true,
    nameMarks: '-',
    declares: { module: 'program-id class-id function-id', member: '01 77 78 fd sd' },
    statements: 'division exit goback filler copy',
    comments: { line: ['*>'], block: [], quotes: '"\'', doubled: true, column: [6, '*/'] },
  },
  {
    id: 'assembly',
    names: '.s .asm .nasm',
    layout: 'indent',
    declares: {},
    nameMarks: '.',
    nameStarts: '.',
    labels: { ':': 'function' },
    comments: { line: ['#', ';', '//'], block: cBlock, quotes: '"' },
  },
];
