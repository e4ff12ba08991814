/** Reasons as sentences: what happened, or where it stands, with the quote. */

import type { Message } from '../../engine/message.ts';
import { message } from '../../messages/messages.ts';
import type { Reason } from '../types/past.ts';

/** Digits of an id that are shown. */
export const shownDigits = 8;

/** What a reason is, before its commit or its place. */
export const reasonHeadings: Readonly<Record<Reason['kind'], string>> = {
  made: 'came with',
  changed: 'last changed substantially with',
  removed: 'removed with',
  record: 'decided in',
  changeLog: 'in the change log',
  comment: 'a comment says',
};

/** @param about what they are about, as it is shown. */
export function reasonMessages(about: string, reasons: readonly Reason[]): readonly Message[] {
  return reasons.flatMap((reason, i): Message[] => {
    if (!('commit' in reason)) return [message('saysWhy', `${reason.place.path}:${reason.place.startLine}`, reason.text)];
    const { id, day, subject } = reason.commit;
    const values = [subject, day, id.slice(0, shownDigits)] as const;
    const texts = reason.text === '' ? [] : [message('saysWhy', id.slice(0, shownDigits), reason.text)];
    if (reason.kind === 'changed')
      return [i === 0 ? message('lastChangedBy', JSON.stringify(about), ...values) : message('changedBy', ...values), ...texts];
    if (reason.newName !== undefined)
      return [message('renamedBy', JSON.stringify(about), JSON.stringify(reason.newName), ...values), ...texts];
    return [message(reason.kind === 'made' ? 'madeBy' : 'removedBy', JSON.stringify(about), ...values), ...texts];
  });
}
