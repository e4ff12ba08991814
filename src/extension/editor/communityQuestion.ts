import * as vscode from 'vscode';
import type { WireCommunity } from '../../protocol/places.ts';

const maxNames = 3;

/** A question about a community. */
export function communityQuestion({ entities, name }: Pick<WireCommunity, 'entities' | 'name'>): string {
  const list = new Intl.ListFormat(vscode.env.language, { type: 'conjunction' });
  return vscode.l10n.t('How are {0} related?', list.format(entities.slice(0, maxNames)) || name);
}
