/** Communities and the place of the cursor, as both sides of the wire see them. */

import type { RequestName } from './names.ts';

export interface ClosenessParams {
  readonly uri: string;
  /** 0-based, as LSP counts. */
  readonly line: number;
}

export interface ClosenessResult {
  /** By community, above 0 to 3.5; what is absent has nothing in the file or beside it. */
  readonly closeness: Readonly<Record<string, number>>;
  /** The communities that hold the chunk at the place, the closest first. */
  readonly here: readonly string[];
}

/** The tree asks how close communities are to the cursor: to order by it, and to reveal the chunk there. */
export const closenessRequest: RequestName<ClosenessParams, ClosenessResult> = 'meshrag/closeness';
