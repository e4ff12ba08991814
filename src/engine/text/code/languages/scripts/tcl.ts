import type { Row } from '../../syntax.ts';
import { hashed } from '../marks.ts';

export const tcl: Row = {
  id: 'tcl',
  names: '.tcl',
  others: 'tclsh wish',
  layout: 'indent',
  ends: '}',
  nameMarks: ':',
  nameStarts: ':',
  prefixMarks: ':',
  declares: { function: 'proc method' },
  statements: 'if else elseif foreach for while switch return set puts package namespace source catch',
  comments: { ...hashed, quotes: '"' },
};
