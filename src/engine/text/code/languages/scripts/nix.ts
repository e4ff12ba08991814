import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const nix: Row = {
  id: 'nix',
  names: '.nix',
  layout: 'indent',
  ends: '}',
  declares: {},
  statements: 'if then else let in with rec inherit assert import',
  assigns: 'shallow',
  comments: { line: ['#'], block: cBlock, quotes: '"', raw: [["''", "''"]], holes: { open: '${' } },
};
