import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const go: Row = {
  id: 'go',
  names: '.go',
  layout: 'braces',
  lines: true,
  declares: { alias: 'type', function: 'func', value: 'const var' },
  bases: { headers: 'struct interface', embedded: true },
  structural: true,
  imports: { form: 'go', words: 'import', package: 'package' },
  statements: 'if else for switch case select return go defer break continue goto fallthrough package import range default',
  fields: 'name',
  comments: { line: ['//'], block: cBlock, quotes: '"\'', characters: "'", raw: [['`', '`']] },
};
