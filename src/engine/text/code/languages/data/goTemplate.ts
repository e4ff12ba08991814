import type { CodeLanguage } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

/** What is between `{{` and `}}` in other texts: Helm and other templates of Go. */
export const goTemplate: CodeLanguage = {
  syntax: {
    layout: 'templates',
    declares: { function: 'define block' },
    statements: 'if range with',
    ends: 'end',
  },
  comments: { line: [], block: cBlock, quotes: '"', raw: [['`', '`']] },
};
