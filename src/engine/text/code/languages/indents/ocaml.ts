import type { Row } from '../../syntax.ts';

export const ocaml: Row = {
  id: 'haskell',
  name: 'ocaml',
  names: '.ml .mli',
  layout: 'indent',
  constructors: true,
  declares: { type: 'type class exception', module: 'module', value: 'let and val external', member: 'method' },
  modifiers: 'rec nonrec mutable private virtual inline',
  statements: 'if then else match with fun function begin end in open include try while for do done of when assert',
  joins: 'in end',
  comments: { line: [], block: [['(*', '*)']], quotes: '"' },
};

export const fsharp: Row = {
  id: 'haskell',
  name: 'fsharp',
  names: '.fs .fsx .fsi',
  layout: 'indent',
  constructors: true,
  declares: { type: 'type exception', module: 'module namespace', value: 'let and val', function: 'member override default abstract' },
  modifiers: 'rec mutable private internal public inline static',
  statements: 'if then else elif match with fun function in open try while for do use yield return when of',
  comments: { line: ['//'], block: [['(*', '*)']], quotes: '"', raw: [['"""', '"""']] },
};
