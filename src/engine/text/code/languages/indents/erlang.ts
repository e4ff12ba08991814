import type { Row } from '../../syntax.ts';

export const erlang: Row = {
  id: 'elixir',
  name: 'erlang',
  names: '.erl .hrl',
  layout: 'indent',
  declares: {},
  calls: { module: 'module', type: 'record type opaque callback', value: 'define' },
  imports: { form: 'call', words: 'include include_lib' },
  bases: { mixins: 'behaviour behavior' },
  statements: 'if case receive try fun begin end of when export import include include_lib spec behaviour behavior',
  clauses: '->',
  comments: { line: ['%'], block: [], quotes: '"\'' },
};
