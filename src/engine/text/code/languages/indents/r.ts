import type { Row } from '../../syntax.ts';

export const r: Row = {
  id: 'r',
  others: 'rscript',
  names: '.r',
  layout: 'indent',
  ends: '}',
  nameMarks: '.',
  declares: { function: 'function' },
  calls: { type: 'setClass setRefClass setGeneric R6Class' },
  statements: 'if else for while repeat return library require source break next in',
  assigns: 'outermost',
  assignMarks: '<- = <<-',
  comments: { line: ['#'], block: [], quotes: '"\'' },
};

export const julia: Row = {
  id: 'r',
  name: 'julia',
  names: '.jl',
  layout: 'indent',
  ends: 'end',
  joins: 'else elseif catch finally',
  declares: { type: 'struct type', module: 'module baremodule', function: 'function macro', value: 'const' },
  modifiers: 'mutable abstract primitive export public',
  statements: 'if for while begin let try return import using do in quote',
  nameEnds: '!',
  equations: true,
  comments: { line: ['#'], block: [['#=', '=#']], quotes: '"', raw: [['"""', '"""']], holes: { open: '$(' } },
};

export const nim: Row = {
  id: 'r',
  name: 'nim',
  names: '.nim .nims',
  layout: 'indent',
  declares: { function: 'proc func method template macro iterator converter', type: 'type', value: 'const let var' },
  statements: 'if elif else for while case of when return import from export try except finally block discard yield',
  comments: { line: ['#'], block: [['#[', ']#']], quotes: '"', raw: [['"""', '"""']] },
};
