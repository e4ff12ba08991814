/** Reasons in the user's language, and whether there are any to ask for. */

import * as vscode from 'vscode';
import type { WireReason } from '../../protocol/impact.ts';
import { t } from '../../protocol/text/translate.ts';

/** Whether the history may be read; a server without it gives no commits. */
export function isHistoryOn(): boolean {
  return vscode.workspace.getConfiguration('meshrag').get('history', true);
}

/** What a reason is: what happened, or where it is said; with the day of a commit. */
export function reasonWords(reason: WireReason): string {
  const words: Readonly<Record<WireReason['kind'], string>> = {
    made: t('came with it'),
    changed: t('last changed with it'),
    removed: t('removed with it'),
    record: t('decision record'),
    changeLog: t('change log'),
    comment: t('comment'),
  };
  return 'commit' in reason ? `${words[reason.kind]} · ${reason.commit.day}` : words[reason.kind];
}
