import type { Row } from '../../syntax.ts';

const fortranWords = {
  layout: 'ends',
  doubleColons: true,
  ignoresCase: true,
  ends: 'end endsubroutine endfunction endmodule endprogram endtype endinterface',
  declares: { module: 'module program submodule', type: 'type', function: 'subroutine function' },
  modifiers: 'pure elemental recursive impure integer real double precision logical character complex',
  statements: 'if then else do select case call return contains use implicit print write read allocate where interface procedure',
} as const;

export const fortran: Row = {
  id: 'fortran',
  names: '.f90 .f95 .f03 .f08',
  ...fortranWords,
  comments: { line: ['!'], block: [], quotes: '"\'', doubled: true },
};

export const fixedFortran: Row = {
  id: 'fortran',
  name: 'fortran77',
  names: '.f .for .f77 .ftn',
  ...fortranWords,
  comments: { line: ['!'], block: [], quotes: '"\'', doubled: true, column: [0, 'cC*'] },
};
