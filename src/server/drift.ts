/** Names that are gone, from the service's plain data to what goes over the wire. */

import { visible } from '../core/text/visible.ts';
import type { DriftResult } from '../protocol/drift.ts';
import type { DriftAnswer } from '../service/results.ts';
import { type Conversion, toWirePlace } from './convert.ts';

/** The mentions of all folders. */
export function toDrift(answers: readonly DriftAnswer[], conversion: Conversion): DriftResult {
  const mentions = answers.flatMap(({ folder, mentions: found }) =>
    found.map(({ retired, path, line, startColumn, endColumn, where }) => {
      const place = toWirePlace({ folder, path, startLine: line, endLine: line }, conversion);
      const definedIn = toWirePlace({ folder, path: retired.path, startLine: retired.line, endLine: retired.line }, conversion).path;
      const newName = retired.newName === undefined ? {} : { newName: retired.newName };
      return {
        uri: place.uri,
        path: place.path,
        line,
        startColumn,
        endColumn,
        where,
        name: retired.name,
        definedIn: visible(definedIn),
        ...newName,
      };
    }),
  );
  return { mentions };
}
