/** Wire types of communities and of the cursor's proximity to them. */

import type { RequestName } from './names.ts';
import { uri, zeroBased } from './places.ts';
import { type Infer, object } from './schema.ts';

export const closenessParams = object({
  uri,
  /** 0-based, as LSP counts. */
  line: zeroBased,
});
export type ClosenessParams = Infer<typeof closenessParams>;

export interface ClosenessResult {
  /** By community, above 0 to 3.5; a community that is absent has nothing in the file or its directory. */
  readonly closeness: Readonly<Record<string, number>>;
  /** The communities that hold the chunk at the place, closest first. */
  readonly here: readonly string[];
}

/** How close communities are to the cursor: the tree sorts by it and reveals the chunk there. */
export const closenessRequest: RequestName<ClosenessParams, ClosenessResult> = 'meshrag/closeness';
