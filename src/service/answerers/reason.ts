/** Why a definition or a file is as it is, since when, and where a name went: the commits, records and comments that say so. */

import type { Message } from '../../engine/message.ts';
import type { NamedSubject } from '../../engine/question/nameQuestions.ts';
import { message } from '../../messages/messages.ts';
import { askWhy } from '../past/askWhy.ts';
import { reasonMessages } from '../past/reasonText.ts';
import { isEmpty } from '../past/why.ts';
import type { Reason } from '../types/past.ts';
import { type Answerer, answeredBy } from './answerer.ts';
import { withSubjects } from './names.ts';

/** Reasons that an answer gives. */
const maxReasons = 4;

export const reason: Answerer<NamedSubject> = {
  reads(asked) {
    const read = withSubjects(asked);
    return read?.asks === 'reason' ? read.subjects[0] : undefined;
  },
  async answer(subject, { options: { scope, about, signal }, view, texts, relations }) {
    if (!subject.isName || subject.isPronoun) return undefined;
    const { symbol, definitions, name } = await relations();
    const options = { scope, about, signal };
    const {
      reasons,
      notes,
      about: shown,
    } = await askWhy(subject.text, options, view, {
      symbol: (one) => symbol(one, options, view, texts),
      definitions: (one) => definitions(one, options, view, texts),
    });
    const none = reasons.every(isEmpty) ? [message('noReason', JSON.stringify(shown))] : [];
    const lines: Message[] = [...none, ...reasonMessages(shown, firstOf(reasons)), ...notes];
    if (reasons.length === 0) return subject.isCode ? lines : undefined;
    const { found } = await name({ asks: 'definition', subjects: [subject] }, options, view, texts);
    return found === undefined ? lines : { ...answeredBy(found), lead: lines };
  },
};

/** The strongest ones, and the commit that made it, which says since when. */
function firstOf(reasons: readonly Reason[]): readonly Reason[] {
  return reasons.filter(({ kind }, i) => i < maxReasons || kind === 'made');
}
