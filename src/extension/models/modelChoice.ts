/** The model that writes this workspace's answers: the user's choice here, otherwise the user's settings, otherwise none. */

import * as vscode from 'vscode';
import { check, type Infer, integer, object, optional, text, variants } from '../../protocol/schema.ts';

/** `none` quotes sources; `editor` is one of VS Code's models; `endpoint` any OpenAI-compatible one. */
const modelChoice = variants('kind', {
  none: object({}),
  editor: object({ id: text(), name: text(), vendor: text() }),
  endpoint: object({ endpoint: text(), model: text(), contextTokens: optional(integer(500, 1e9)) }),
});
export type ModelChoice = Infer<typeof modelChoice>;

export interface ModelChoices extends vscode.Disposable {
  readonly current: ModelChoice;
  /** Stores the choice for this workspace; undefined resets it to the user's settings. */
  choose(choice: ModelChoice | undefined): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const key = 'meshrag.model';

/** The user's model settings. Their scope is `application`, so no folder can set them. */
export function modelSettings() {
  const settings = vscode.workspace.getConfiguration('meshrag.model');
  const found = settings.get<unknown>('options');
  const options: Readonly<Record<string, unknown>> = typeof found === 'object' && found !== null ? { ...found } : {};
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const whole = (value: unknown, min: number) => (typeof value === 'number' && value >= min ? Math.floor(value) : undefined);
  const { headers } = options;
  return {
    endpoint: text(settings.get('endpoint')),
    name: text(settings.get('name')),
    embedder: text(options.embedder),
    headers: Object.entries(typeof headers === 'object' && headers !== null ? headers : {}).map(
      ([name, value]) => [name, String(value)] as const,
    ),
    contextTokens: whole(options.contextTokens, 500),
    asksBeforeLook: options.askBeforeLook === true,
    maxRestateSeconds: whole(options.restateSeconds, 1),
  };
}

export function createModelChoices(storage: vscode.Memento): ModelChoices {
  const changed = new vscode.EventEmitter<void>();
  const following = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('meshrag.model')) changed.fire();
  });
  return {
    get current(): ModelChoice {
      const kept = readChoice(storage.get<unknown>(key));
      if (kept) return kept;
      const { endpoint, name } = modelSettings();
      return endpoint !== '' && name !== '' ? { kind: 'endpoint', endpoint, model: name } : { kind: 'none' };
    },
    async choose(choice) {
      await storage.update(key, choice);
      changed.fire();
    },
    onDidChange: changed.event,
    dispose() {
      following.dispose();
      changed.dispose();
    },
  };
}

/** An earlier version may have stored something unknown to this one. */
function readChoice(value: unknown): ModelChoice | undefined {
  try {
    return check(modelChoice, value);
  } catch {
    return undefined;
  }
}
