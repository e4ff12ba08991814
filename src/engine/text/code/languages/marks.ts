/** Marks of comments and strings that several languages share. */

import type { Comments } from '../syntax.ts';

export const cBlock: Comments['block'] = [['/*', '*/']];
export const cLike: Comments = { line: ['//'], block: cBlock, quotes: '"\'`' };
export const hashed: Comments = { line: ['#'], block: [], quotes: '"\'' };
export const markup: Comments = { line: [], block: [['<!--', '-->']], quotes: '' };
/** A string of several lines in three quotes. */
export const textBlock = [['"""', '"""']] as const;
/** JavaScript and TypeScript. */
export const scriptComments: Comments = { line: ['//'], block: cBlock, quotes: '"\'`', patterns: true };
