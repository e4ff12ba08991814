/** Stores or deletes keys of endpoints and secrets that headers reference as `${secret:NAME}`. Values are typed in and never shown. */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';
import { sharedAddress } from '../client/sharedIndex.ts';
import type { Secrets } from './secrets.ts';

interface SecretItem extends vscode.QuickPickItem {
  /** Display name. */
  readonly name: string;
  readonly hint: string;
  readonly keep: (value: string) => Promise<void>;
}

/** Asks which one, and for its new value; an empty one deletes it. */
export async function setSecret(secrets: Secrets): Promise<void> {
  const item = await pickSecret(secrets);
  if (!item) return;
  const value = await vscode.window.showInputBox({
    title: t('The value of {0}', item.name),
    prompt: item.hint,
    password: true,
    ignoreFocusOut: true,
  });
  if (value === undefined) return;
  await item.keep(value.trim());
  const text = value.trim() === '' ? t('Secret deleted') : t('Secret stored');
  vscode.window.setStatusBarMessage(text, 4000);
}

/** Offers the known ones and a new one; if there are none, the new one at once. */
async function pickSecret(secrets: Secrets): Promise<SecretItem | undefined> {
  const shared = sharedAddress();
  // A folder asks for none.
  const hasSecret = shared !== undefined && !shared.startsWith('file:');
  const addresses = new Set([...secrets.endpoints(), ...(hasSecret ? [shared] : [])]);
  const keys = [...addresses].map((endpoint): SecretItem => {
    const name = t('the key of {0}', endpoint);
    return { label: `$(key) ${endpoint}`, name, hint: emptyDeletes(), keep: (value) => secrets.setKey(endpoint, value) };
  });
  const known = [...keys, ...secrets.names().map((name) => headerSecret(secrets, name))];
  if (known.length === 0) return newSecret(secrets);
  const fresh = { label: `$(add) ${t('A new secret for a header…')}` };
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem>([...known, fresh], {
    title: t('Set or delete a secret'),
  });
  return picked === fresh ? newSecret(secrets) : known.find((item) => item === picked);
}

async function newSecret(secrets: Secrets): Promise<SecretItem | undefined> {
  const name = await vscode.window.showInputBox({
    title: t('The name of the secret'),
    validateInput: (value) => (/^[\w.-]{1,60}$/.test(value.trim()) ? undefined : t('Letters, digits, dots, dashes and underscores.')),
    ignoreFocusOut: true,
  });
  return name?.trim() ? headerSecret(secrets, name.trim()) : undefined;
}

function headerSecret(secrets: Secrets, name: string): SecretItem {
  const hint = `${t('Headers refer to it as {0}.', `\${secret:${name}}`)} ${emptyDeletes()}`;
  return { label: name, name, hint, keep: (value) => secrets.set(name, value) };
}

function emptyDeletes(): string {
  return t('Leave empty to delete it.');
}
