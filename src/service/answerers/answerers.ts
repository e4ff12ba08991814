/** The answerers in the order in which they are asked. */

import type { Message } from '../../engine/message.ts';
import type { Answered, Answerer, Asked } from './answerer.ts';
import { manifestEntry } from './manifestEntry.ts';
import { connection, nameRelation } from './names.ts';
import { orientation } from './orientation/orientation.ts';
import { quotedMessage } from './quotedMessage.ts';
import { task } from './task.ts';
import { ownName, workspace } from './workspace.ts';

const answerers = [
  ownName,
  task,
  manifestEntry,
  workspace,
  orientation,
  connection,
  nameRelation,
  quotedMessage,
] as readonly Answerer<unknown>[];

/** What the first answerer found that knows the question, and what others say that found nothing. */
export interface Outcome {
  readonly answered?: Answered;
  readonly notes: readonly Message[];
}

export async function askAnswerers(asked: Asked): Promise<Outcome> {
  const { context = '', earlier = [], scope, about } = asked.options;
  const isOfWorkspace = context.trim() === '' && earlier.length === 0 && scope === undefined && about === undefined;
  const notes: Message[] = [];
  for (const answerer of answerers) {
    if (answerer.isOfWorkspace && !isOfWorkspace) continue;
    const match = await answerer.reads(asked);
    const found = match === undefined ? undefined : await answerer.answer(match, asked);
    if (found === undefined) continue;
    if ('blocks' in found) return { answered: found, notes };
    notes.push(...found);
  }
  return { notes };
}
