import type { Row } from '../../syntax.ts';
import { cBlock, textBlock } from '../marks.ts';

export const swift: Row = {
  id: 'java',
  name: 'swift',
  names: '.swift',
  layout: 'braces',
  lines: true,
  declares: {
    type: 'class struct protocol actor',
    enum: 'enum',
    alias: 'typealias associatedtype',
    extension: 'extension',
    function: 'func macro',
    value: 'let var case',
  },
  modifiers: `public private fileprivate internal open static class final override mutating nonmutating lazy weak unowned required convenience
    indirect prefix postfix infix dynamic optional async nonisolated isolated distributed package borrowing consuming`,
  imports: { form: 'line', words: 'import' },
  bases: { marks: ':' },
  statements:
    'if else for while repeat switch return throw do catch guard defer import break continue fallthrough in is as where init deinit',
  continues: 'where',
  comments: { line: ['//'], block: cBlock, quotes: '"', raw: [...textBlock, ['#"', '"#']], holes: { open: '\\(' } },
};
