/** Says whether what models have said was handed over with an index. */

import type { HandedReplies } from '../../../service/types/results.ts';
import { counted, type Output } from '../../output.ts';

export function reportReplies(output: Output, { replies, repliesLeftOut }: HandedReplies): void {
  if (replies > 0) output.line(`Replies of models included: ${counted(replies, 'reply', 'replies')}, in their words.`);
  if (repliesLeftOut > 0)
    output.line(`Replies of models not included: ${counted(repliesLeftOut, 'reply', 'replies')}; --with-replies adds them.`);
}
