/** A webview panel that is open at most once in a window: created when it is shown, restored by VS Code with the window. */

import * as vscode from 'vscode';
import { webviewOptions } from './webviewHtml.ts';

export interface PanelKind {
  /** As VS Code stores it. */
  readonly type: string;
  title(): string;
  readonly options: vscode.WebviewPanelOptions;
  /** Fills a new or restored panel. */
  fill(panel: vscode.WebviewPanel): void;
  /** Takes what a panel of the last session has stored; if it returns false, that panel is closed. */
  restore?(stored: unknown): boolean;
  onDidClose?(): void;
}

export class SinglePanel implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #kind: PanelKind;
  readonly #serializer: vscode.Disposable;
  #open: vscode.WebviewPanel | undefined;

  constructor(extensionUri: vscode.Uri, kind: PanelKind) {
    this.#extensionUri = extensionUri;
    this.#kind = kind;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(kind.type, {
      deserializeWebviewPanel: async (panel, stored: unknown) => {
        if (kind.restore?.(stored) === false) {
          panel.dispose();
          return;
        }
        panel.webview.options = webviewOptions;
        this.#adopt(panel);
      },
    });
  }

  get open(): vscode.WebviewPanel | undefined {
    return this.#open;
  }

  /** Shows the panel where it is, or a new one in a column. */
  reveal(column: vscode.ViewColumn, preserveFocus = false): void {
    const { type, options, title } = this.#kind;
    if (this.#open !== undefined) this.#open.reveal(undefined, preserveFocus);
    else
      this.#adopt(
        vscode.window.createWebviewPanel(type, title(), { viewColumn: column, preserveFocus }, { ...webviewOptions, ...options }),
      );
  }

  dispose(): void {
    this.#serializer.dispose();
    this.#open?.dispose();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    // A panel of the last session is restored when its tab is shown; one opened before that is disposed of.
    const earlier = this.#open;
    this.#open = panel;
    earlier?.dispose();
    panel.title = this.#kind.title();
    panel.iconPath = vscode.Uri.joinPath(this.#extensionUri, 'media', 'panel.svg');
    panel.onDidDispose(() => {
      if (this.#open !== panel) return;
      this.#open = undefined;
      this.#kind.onDidClose?.();
    });
    this.#kind.fill(panel);
  }
}
