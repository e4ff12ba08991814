import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const assembly: Row = {
  id: 'assembly',
  names: '.s .asm .nasm',
  layout: 'indent',
  declares: {},
  nameMarks: '.',
  nameStarts: '.',
  labels: { ':': 'function' },
  comments: { line: ['#', ';', '//'], block: cBlock, quotes: '"' },
};
