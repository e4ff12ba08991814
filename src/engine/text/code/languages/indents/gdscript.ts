import type { Row } from '../../syntax.ts';
import { hashed } from '../marks.ts';

export const gdscript: Row = {
  id: 'gdscript',
  names: '.gd',
  layout: 'indent',
  declares: { type: 'class class_name', enum: 'enum', function: 'func', value: 'signal const var' },
  modifiers: 'static',
  statements: 'if elif else for while match return extends pass break continue await in and or not',
  comments: hashed,
};
