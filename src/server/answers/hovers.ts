/** Answers hovers: nothing if nothing is related, a line in the log if slow, never an error on screen. */

import { type Hover, MarkupKind } from 'vscode-languageserver/node';
import { messageOf } from '../folders.ts';
import { conversionOf, relatedAt, type Session } from '../session.ts';
import { Cancelled, withSignal } from '../signals.ts';
import { hoverLimit, hoverText } from './hover.ts';

/** A slower hover is logged. Milliseconds. */
const slowMs = 100;

export function answerHovers(session: Session): void {
  const { connection, folders, clientOptions: wishes, log } = session;
  connection.onHover(async ({ textDocument, position }, token): Promise<Hover | null> => {
    if (!wishes.hover || folders.names.size === 0) return null;
    const startedMs = performance.now();
    const at = { uri: textDocument.uri, ...position };
    try {
      const { results, name } = await withSignal(token, (signal) => relatedAt(session, at, { limit: hoverLimit, brief: true }, signal));
      const value = hoverText(results, conversionOf(session), wishes.commandLinks ? { folderNumbers: folders.numbers, name } : {});
      return value === undefined ? null : { contents: { kind: MarkupKind.Markdown, value } };
    } catch (error) {
      if (!(error instanceof Cancelled)) log('warn', `Hover failed: ${messageOf(error)}`);
      return null;
    } finally {
      const tookMs = performance.now() - startedMs;
      if (tookMs > slowMs) log('info', `A hover took ${Math.round(tookMs)} ms`);
    }
  });
}
