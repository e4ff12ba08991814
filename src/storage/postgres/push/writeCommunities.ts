/** Stores the communities of a commit that is visible already: finding them takes seconds where there are many chunks. */

import { packCommunities } from '../communityColumns.ts';
import type { Writing } from './writeSegments.ts';

/** @param contents digest of the files of the source. Nothing is done if a push of the same files has stored them. */
export async function writeCommunities({ connection, lease, source, yieldThread }: Writing, contents: string): Promise<void> {
  const { repository } = lease;
  const [known] = await connection.query('select 1 from meshrag.communities where repository = $1 and contents = $2', [
    repository,
    contents,
  ]);
  if (known !== undefined) return;
  const data = packCommunities(await source.communities(yieldThread), source.contents);
  await connection.query('insert into meshrag.communities (repository, contents, data) values ($1, $2, $3) on conflict do nothing', [
    ...[repository, contents, data],
  ]);
}
