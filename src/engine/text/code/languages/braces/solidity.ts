import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const solidity: Row = {
  id: 'r',
  name: 'solidity',
  names: '.sol',
  layout: 'braces',
  declares: { type: 'contract interface library struct', enum: 'enum', function: 'function modifier event error' },
  modifiers: 'abstract public private internal external constant immutable payable virtual override indexed memory storage calldata',
  statements: 'if else for while do return require revert emit import pragma using new delete try catch assembly unchecked',
  continues: 'is returns',
  typed: true,
  comments: { line: ['//'], block: cBlock, quotes: '"\'' },
};
