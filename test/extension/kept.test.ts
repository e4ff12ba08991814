// Data in the editor's storage may have been written by another version: it is either rejected or read, and nothing breaks.
import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import type * as vscode from 'vscode';
import { createHistory } from '../../src/extension/editor/history.ts';
import { createModelChoices } from '../../src/extension/models/modelChoice.ts';
import { createSecrets } from '../../src/extension/models/secrets.ts';
import { wrongValues } from '../support/wrongValues.ts';

/** Storage with a single value. */
function holding(kept: unknown): vscode.Memento & { setKeysForSync(): void } {
  return {
    keys: () => [],
    get: <T>(_: string, other?: T) => (kept ?? other) as T,
    update: async () => undefined,
    setKeysForSync: () => undefined,
  };
}

suite('what is kept', () => {
  test('a choice of a model', () => {
    const choices = [
      { kind: 'editor', id: 'a', name: 'A', vendor: 'v' },
      { kind: 'endpoint', endpoint: 'http://127.0.0.1:1/v1', model: 'm', contextTokens: 4000 },
    ];
    for (const wrong of choices.flatMap((choice) => [...wrongValues(choice)])) {
      const models = createModelChoices(holding(wrong));
      const { current } = models;
      models.dispose();
      if (current.kind === 'editor') assert.ok([current.id, current.name, current.vendor].every((text) => typeof text === 'string'));
      else if (current.kind === 'endpoint') assert.ok(typeof current.endpoint === 'string' && typeof current.model === 'string');
      else assert.equal(current.kind, 'none');
    }
  });

  test('names of secrets and endpoints, and earlier questions', () => {
    for (const wrong of wrongValues(['One', 'Two'])) {
      const globalState = holding(wrong);
      const names = createSecrets({ secrets: {} as vscode.SecretStorage, globalState });
      const lists = [names.names(), names.endpoints(), createHistory(globalState).list()];
      assert.ok(lists.flat().every((text) => typeof text === 'string'));
    }
  });
});
