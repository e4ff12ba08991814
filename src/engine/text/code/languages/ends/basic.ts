import type { Row } from '../../syntax.ts';

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
