import type { Syntax } from '../syntax.ts';

/** The declarations of the most common languages, for a passage whose language is not known. */
export const someCodeSyntax: Syntax = {
  layout: 'braces',
  lines: true,
  declares: {
    type: 'class interface struct trait',
    enum: 'enum',
    alias: 'type',
    module: 'mod namespace',
    function: 'function def fn func macro_rules',
    implementation: 'impl',
    value: 'const let var static',
  },
  modifiers: 'export default declare abstract async public private protected static readonly pub unsafe extern final override',
  statements:
    'if elif else for while do switch match case return throw raise try catch except finally new delete import from use in is with yield await',
  continues: 'extends implements where',
  methods: true,
};
