/** First questions for the box and the empty panel; asked for again once the index has changed. */

import { examplesRequest } from '../../protocol/server.ts';
import type { ServerClient } from '../client/client.ts';
import { indexRevision } from '../client/indexRevision.ts';

/** Rejects if the server does. */
export type Examples = () => Promise<readonly string[]>;

export function createExamples(client: ServerClient): Examples {
  let known: { readonly revision: string | undefined; readonly questions: Promise<readonly string[]> } | undefined;
  return () => {
    const revision = indexRevision(client);
    if (known === undefined || revision === undefined || known.revision !== revision) {
      const questions = client.request(examplesRequest, {}).then((result) => result.questions);
      known = { revision, questions };
      questions.catch(() => {
        known = undefined;
      });
    }
    return known.questions;
  };
}
