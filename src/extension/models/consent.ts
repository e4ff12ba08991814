/** Asks once per workspace and recipient whether its excerpts may be sent, with everything that is needed to say yes or no. */

import * as vscode from 'vscode';
import { count } from '../numbers.ts';
import type { RequestDocuments } from './requestDocuments.ts';
import type { RequestFacts } from './requestText.ts';
import type { ShownRequest, UsableModel } from './usableModel.ts';

const key = 'meshrag.consents';

export interface Consent {
  /** Whether the user lets these messages go; asks where that is not known yet. A `no` is not kept: the next question asks again. */
  given(model: UsableModel, request: ShownRequest, facts: RequestFacts): Promise<boolean>;
  /** Forgets every consent of this workspace. */
  withdraw(): Promise<void>;
}

export function createConsent(storage: vscode.Memento, documents: RequestDocuments): Consent {
  const asking = new Map<string, Promise<boolean>>();
  const recipients = (): string[] => {
    const kept = storage.get<unknown>(key, []);
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  };

  async function ask({ recipient, recipientName }: UsableModel, request: ShownRequest, facts: RequestFacts): Promise<boolean> {
    const send = vscode.l10n.t('Send');
    const look = vscode.l10n.t('Show exactly what is sent');
    const { model, sources, tokens, masked } = facts;
    const detail = [
      vscode.l10n.t('Model: {0}', model),
      sources === 0
        ? vscode.l10n.t('First the questions and answers of this thread, then your question with excerpts of this workspace')
        : vscode.l10n.t('Your question and {0} excerpts of this workspace, about {1} tokens', count(sources), count(tokens)),
      vscode.l10n.t('Values that look like secrets, masked: {0}', count(masked)),
      '',
      vscode.l10n.t('MeshRAG asks once for this workspace and recipient. Every request is kept in a log on this machine.'),
    ].join('\n');
    const title = vscode.l10n.t('Send excerpts of this workspace to {0}?', recipientName);
    let choice = await vscode.window.showInformationMessage(title, { modal: true, detail }, send, look);
    if (choice === look) {
      const close = await documents.preview(request, facts);
      // Not modal, so that the text behind it can be read.
      choice = await vscode.window.showInformationMessage(title, send, vscode.l10n.t('Do not send'));
      // What it covered (the answer, often) is seen again.
      await close();
    }
    if (choice !== send) return false;
    await storage.update(key, [...recipients(), recipient]);
    return true;
  }

  return {
    given(model, request, facts) {
      if (recipients().includes(model.recipient)) return Promise.resolve(true);
      // Two questions at a time are one question to the user.
      const running = asking.get(model.recipient) ?? ask(model, request, facts).finally(() => asking.delete(model.recipient));
      asking.set(model.recipient, running);
      return running;
    },
    withdraw: async () => storage.update(key, undefined),
  };
}
