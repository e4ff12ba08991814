/** The answerers in the order in which they are asked. */

import type { Message } from '../../engine/message.ts';
import { splitClauses } from '../../engine/question/newcomers/clauses.ts';
import type { Answered, Answerer, Asked } from './answerer.ts';
import { licence } from './licence.ts';
import { manifestEntry } from './manifestEntry.ts';
import { connection, nameRelation } from './names.ts';
import { orientation } from './orientation/orientation.ts';
import { quotedMessage } from './quotedMessage.ts';
import { runtime } from './runtime.ts';
import { ownName, workspace } from './workspace.ts';

const answerers = [
  ownName,
  licence,
  runtime,
  manifestEntry,
  workspace,
  orientation,
  connection,
  nameRelation,
  quotedMessage,
] as readonly Answerer<unknown>[];
const ofWorkspace = answerers.filter((one) => one.isOfWorkspace);
const ofAny = answerers.filter((one) => !one.isOfWorkspace);

/** What the first answerer found that knows the question, and what others say that found nothing. */
export interface Outcome {
  readonly answered?: Answered;
  readonly notes: readonly Message[];
}

export async function askAnswerers(asked: Asked): Promise<Outcome> {
  const { context = '', earlier = [], scope, about } = asked.options;
  const isOfWorkspace = context.trim() === '' && earlier.length === 0 && scope === undefined && about === undefined;
  const notes: Message[] = [];
  const clauses = isOfWorkspace ? splitClauses(asked.question) : [];
  const all = [
    ...clauses.flatMap((question) => ofWorkspace.map((one) => ({ one, question }))),
    ...ofAny.map((one) => ({ one, question: asked.question })),
  ];
  for (const { one, question } of all) {
    const own = { ...asked, question };
    const match = await one.reads(own);
    const found = match === undefined ? undefined : await one.answer(match, own);
    if (found === undefined) continue;
    if ('blocks' in found) return { answered: found, notes };
    notes.push(...found);
  }
  return { notes };
}
