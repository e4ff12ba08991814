import type { Row, Syntax } from '../../syntax.ts';
import { cLike, scriptComments } from '../marks.ts';

export const ecma = {
  layout: 'braces',
  lines: true,
  declares: {
    type: 'class interface',
    enum: 'enum',
    alias: 'type',
    module: 'namespace module',
    function: 'function',
    value: 'const let var using',
  },
  modifiers: 'export default declare abstract async public private protected static readonly override accessor get set',
  imports: { form: 'ecma', words: 'import export require module exports' },
  bases: { words: 'extends implements' },
  statements: `if else for while do switch case return throw try catch finally new delete typeof void await yield import break continue with
    in of instanceof`,
  continues: 'extends implements',
  methods: true,
} as const;

export const typescript: Row = {
  id: 'typescript',
  names: '.ts .mts .cts .tsx',
  others: 'typescriptreact',
  ...ecma,
  comments: scriptComments,
};

export const javascript: Row = {
  id: 'javascript',
  names: '.js .mjs .cjs .jsx .qml',
  others: 'javascriptreact node deno bun',
  ...ecma,
  comments: scriptComments,
};

/** Components: what is outside of scripts is markup. */
export const component: Row = {
  ...javascript,
  name: 'component',
  names: '.vue .svelte .astro',
  others: '',
  scripts: { places: 'elements', comments: scriptComments },
  comments: cLike,
};

/** The code of MDX, which is a document. */
export const mdxScripts: Syntax = { ...ecma, scripts: { places: 'modules', comments: scriptComments } };
