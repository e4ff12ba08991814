import type { Row } from '../../syntax.ts';
import { cLike } from '../marks.ts';

export const protobuf: Row = {
  id: 'protobuf',
  names: '.proto',
  others: 'proto3',
  layout: 'braces',
  declares: { type: 'message service oneof', enum: 'enum', function: 'rpc', extension: 'extend' },
  modifiers: 'optional repeated required stream export local',
  statements: 'syntax package import option reserved extensions returns',
  typed: true,
  comments: cLike,
};
