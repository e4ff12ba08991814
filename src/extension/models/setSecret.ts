/** Stores or deletes the secrets that headers name as `${secret:NAME}`. A value is typed in, never shown. */

import * as vscode from 'vscode';
import type { Secrets } from './secrets.ts';

/** Asks which, and for its new value; an empty one deletes it. */
export async function setSecret(secrets: Secrets): Promise<void> {
  const fresh = { label: `$(add) ${vscode.l10n.t('A new secret…')}`, name: '' };
  const known = secrets.names().map((name) => ({ label: name, name }));
  const picked = known.length === 0 ? fresh : await vscode.window.showQuickPick([...known, fresh], { title: vscode.l10n.t('Set secret') });
  if (!picked) return;
  const name = picked.name || (await askName());
  if (!name) return;
  const value = await vscode.window.showInputBox({
    title: vscode.l10n.t('The value of {0}', name),
    prompt: vscode.l10n.t('Headers name it as {0}. An empty value deletes it.', `\${secret:${name}}`),
    password: true,
    ignoreFocusOut: true,
  });
  if (value === undefined) return;
  await secrets.set(name, value);
  const text = value === '' ? vscode.l10n.t('The secret {0} was deleted', name) : vscode.l10n.t('The secret {0} was stored', name);
  vscode.window.setStatusBarMessage(text, 4000);
}

async function askName(): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('The name of the secret'),
    validateInput: (value) =>
      /^[\w.-]{1,60}$/.test(value.trim()) ? undefined : vscode.l10n.t('Letters, digits, dots, dashes and underscores.'),
    ignoreFocusOut: true,
  });
  return name?.trim();
}
