import type { Row } from '../../syntax.ts';

export const zig: Row = {
  id: 'r',
  name: 'zig',
  names: '.zig',
  layout: 'braces',
  declares: { function: 'fn', value: 'const var', member: 'test' },
  modifiers: 'pub export extern inline noinline threadlocal comptime',
  statements: 'if else for while switch return try catch defer errdefer break continue usingnamespace and or orelse',
  fields: 'colon',
  comments: { line: ['//'], block: [], quotes: '"\'', characters: "'" },
};
