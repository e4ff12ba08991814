import type { Row } from '../../syntax.ts';

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
