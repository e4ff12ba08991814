import type { Row } from '../../syntax.ts';

export const haskell: Row = {
  id: 'haskell',
  names: '.hs',
  layout: 'indent',
  constructors: true,
  declares: { type: 'data newtype class', alias: 'type family', module: 'module' },
  labels: { '::': 'value' },
  statements: 'if then else case of let in where do import deriving infix infixl infixr instance foreign default pattern',
  contexts: true,
  comments: { line: ['--'], block: [['{-', '-}']], quotes: '"' },
};

export const elm: Row = {
  id: 'haskell',
  name: 'elm',
  names: '.elm .purs',
  others: 'purescript',
  layout: 'indent',
  constructors: true,
  declares: { type: 'type data newtype class', module: 'module', value: 'port' },
  modifiers: 'alias',
  labels: { ':': 'value', '::': 'value' },
  statements: 'if then else case of let in where import exposing instance derive infix foreign',
  contexts: true,
  comments: { line: ['--'], block: [['{-', '-}']], quotes: '"' },
};
