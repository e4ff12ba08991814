import type { Row } from '../../syntax.ts';
import { hashed } from '../marks.ts';

export const rego: Row = {
  id: 'rego',
  names: '.rego',
  layout: 'indent',
  ends: '}',
  declares: { module: 'package' },
  modifiers: 'default',
  statements: 'import not with as some every in else if',
  labels: { '{': 'function', '[': 'function', '(': 'function', if: 'function', contains: 'function' },
  assigns: 'outermost',
  assignMarks: '= :=',
  comments: { ...hashed, quotes: '"', raw: [['`', '`']] },
};
