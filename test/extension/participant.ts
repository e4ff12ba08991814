// The chat participant, run as VS Code runs it, with what it shows written down.
import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { whenReady } from './workspace.ts';

/** The vendor of the models of test/fixtures/modelProvider. */
export const vendor = 'meshrag-test';

/** What a turn of the chat showed. */
export interface Told {
  /** Markdown, with each link as `⟨title path:line⟩`. */
  readonly text: string;
  readonly anchors: readonly vscode.Location[];
  readonly references: readonly vscode.Location[];
  readonly result: vscode.ChatResult;
  /** What it said that it does. */
  readonly progress: readonly string[];
}

export interface Asked {
  readonly command?: string;
  readonly model?: string;
  readonly history?: readonly Told[];
  readonly references?: readonly vscode.ChatPromptReference[];
  readonly token?: vscode.CancellationToken;
}

/** Runs the participant as VS Code does; without `model`, as where no model can be had. */
export async function mesh(prompt: string, { command, model, history = [], references = [], token }: Asked = {}): Promise<Told> {
  const chosen = model && (await until(`the model ${model}`, async () => (await vscode.lm.selectChatModels({ vendor, id: model }))[0]));
  const request = { prompt, command, references, toolReferences: [], model: chosen } as unknown as vscode.ChatRequest;
  const Turn = vscode.ChatResponseTurn as unknown as new (response: unknown[], result: vscode.ChatResult, participant: string) => never;
  const context: vscode.ChatContext = { history: history.map(({ result }) => new Turn([], result, 'meshrag.mesh')) };
  const told = { text: '', anchors: [] as vscode.Location[], references: [] as vscode.Location[], progress: [] as string[] };
  const response = {
    markdown(value: string | vscode.MarkdownString) {
      if (value instanceof vscode.MarkdownString) assert.ok(value.isTrusted !== true && value.supportHtml !== true);
      told.text += typeof value === 'string' ? value : value.value;
    },
    anchor(place: vscode.Location, title?: string) {
      told.anchors.push(place);
      told.text += `⟨${title} ${place.uri.path.split('/').pop()}:${place.range.start.line + 1}⟩`;
    },
    reference: (place: vscode.Location) => void told.references.push(place),
    progress: (text: string) => void told.progress.push(text),
  } as unknown as vscode.ChatResponseStream;
  const { chat } = await whenReady();
  const result = await chat(request, context, response, token ?? new vscode.CancellationTokenSource().token);
  return { ...told, result: result ?? {} };
}
