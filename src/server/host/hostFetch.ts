/** A `fetch` on the editor's side of the wire, for shared indexes on web servers. */

import type { Connection } from 'vscode-languageserver/node';
import { check } from '../../protocol/schema.ts';
import { sharedReadRequest, sharedReadResult } from '../../protocol/server.ts';
import type { SharedOptions } from '../../service/types/options.ts';
import { requestUntil } from './hostRequest.ts';

export function createHostFetch(connection: Connection): NonNullable<SharedOptions['fetch']> {
  return async (address, { headers, maxBytes, signal }) => {
    const params = { address, headers: Object.fromEntries(new Headers(headers)), maxBytes };
    const { status, body = '' } = check(sharedReadResult, await requestUntil(connection, sharedReadRequest, params, signal ?? undefined));
    if (status === undefined) throw new Error('the editor got no answer');
    return new Response(body === '' ? null : Buffer.from(body, 'base64'), { status });
  };
}
