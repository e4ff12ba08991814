// The chat participant, run as in VS Code, with its output recorded.
import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { whenReady } from './workspace.ts';

/** The vendor of the models of test/fixtures/modelProvider. */
export const vendor = 'meshrag-test';

/** The output of a chat turn. */
export interface ChatOutput {
  /** Markdown, with each link as `⟨title path:line⟩`. */
  readonly text: string;
  readonly anchors: readonly vscode.Location[];
  readonly references: readonly vscode.Location[];
  readonly result: vscode.ChatResult;
  /** The markdown whose links may run commands. */
  readonly trusted: readonly string[];
  /** Its progress messages. */
  readonly progress: readonly string[];
}

export interface Asked {
  readonly command?: string;
  readonly model?: string;
  readonly history?: readonly ChatOutput[];
  readonly references?: readonly vscode.ChatPromptReference[];
  readonly token?: vscode.CancellationToken;
}

/** Runs the participant as VS Code does; without `model`, as if none were available. */
export async function mesh(prompt: string, { command, model, history = [], references = [], token }: Asked = {}): Promise<ChatOutput> {
  const chosen = model && (await until(`the model ${model}`, async () => (await vscode.lm.selectChatModels({ vendor, id: model }))[0]));
  const request = { prompt, command, references, toolReferences: [], model: chosen } as unknown as vscode.ChatRequest;
  const Turn = vscode.ChatResponseTurn as unknown as new (response: unknown[], result: vscode.ChatResult, participant: string) => never;
  const context: vscode.ChatContext = { history: history.map(({ result }) => new Turn([], result, 'meshrag.mesh')) };
  const output = {
    text: '',
    anchors: [] as vscode.Location[],
    references: [] as vscode.Location[],
    progress: [] as string[],
    trusted: [] as string[],
  };
  const response = {
    markdown(value: string | vscode.MarkdownString) {
      if (value instanceof vscode.MarkdownString) {
        assert.ok(value.isTrusted !== true && value.supportHtml !== true);
        if (value.isTrusted) output.trusted.push(value.value);
      }
      output.text += typeof value === 'string' ? value : value.value;
    },
    anchor(place: vscode.Location, title?: string) {
      output.anchors.push(place);
      output.text += `⟨${title} ${place.uri.path.split('/').pop()}:${place.range.start.line + 1}⟩`;
    },
    reference: (place: vscode.Location) => void output.references.push(place),
    progress: (text: string) => void output.progress.push(text),
  } as unknown as vscode.ChatResponseStream;
  const { chat } = await whenReady();
  const result = await chat(request, context, response, token ?? new vscode.CancellationTokenSource().token);
  return { ...output, result: result ?? {} };
}
