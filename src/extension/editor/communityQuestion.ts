import * as vscode from 'vscode';
import type { WireCommunity } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';

const maxNames = 3;

/** A question about a community. */
export function communityQuestion({ entities, name }: Pick<WireCommunity, 'entities' | 'name'>): string {
  const list = new Intl.ListFormat(vscode.env.language, { type: 'conjunction' });
  return t('How are {0} related?', list.format(entities.slice(0, maxNames)) || name);
}
