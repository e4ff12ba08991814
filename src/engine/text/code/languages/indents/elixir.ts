import type { Row } from '../../syntax.ts';

export const elixir: Row = {
  id: 'elixir',
  names: '.ex .exs',
  layout: 'indent',
  ends: 'end',
  joins: 'else rescue catch after do',
  declares: {
    module: 'defmodule defprotocol',
    implementation: 'defimpl',
    function: 'def defp defmacro defmacrop defguard defguardp defdelegate defn',
  },
  calls: { function: 'callback macrocallback', type: 'type typep opaque' },
  imports: { form: 'line', words: 'alias import use require' },
  bases: { mixins: 'behaviour behavior' },
  statements: 'if unless case cond for with receive try raise import alias use require quote fn when and or not in',
  nameEnds: '?!',
  comments: {
    line: ['#'],
    block: [['"""', '"""']],
    quotes: '"\'',
    raw: [["'''", "'''"]],
    holes: { open: '#{' },
  },
};
