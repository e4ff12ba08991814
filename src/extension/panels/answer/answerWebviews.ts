/** Where the answer is shown: a panel beside the editor, the view in the side bar, or both. Each draws what is posted. */

import * as vscode from 'vscode';
import type { ToPanel } from '../../../protocol/panels/panel.ts';
import { columnBeside } from '../editorColumn.ts';
import { SinglePanel } from '../singlePanel.ts';
import { webviewHtml, webviewOptions } from '../webviewHtml.ts';

export interface AnswerWebviews extends vscode.Disposable {
  readonly isOpen: boolean;
  /** A column that does not cover the panel. */
  readonly column: vscode.ViewColumn;
  post(message: ToPanel): void;
  /** Shows the view in the side bar if it is visible, otherwise the panel beside the editor. */
  reveal(preserveFocus?: boolean): void;
  /** Shows the answer, which gets the focus, if need be once a webview is ready. */
  focus(): void;
  /** Gives the focus to a webview that is ready. */
  ready(webview: vscode.Webview): void;
}

export interface WebviewsOptions {
  readonly extensionUri: vscode.Uri;
  title(): string;
  receive(message: unknown, webview: vscode.Webview): void;
  /** The answer is not visible anywhere any more. */
  onDidClose(): void;
}

export function createAnswerWebviews({ extensionUri, title, receive, onDidClose }: WebviewsOptions): AnswerWebviews {
  let view: vscode.WebviewView | undefined;
  let wantsFocus = false;

  // The thread is kept in the workspace's storage, not in the panel.
  const single = new SinglePanel(extensionUri, {
    type: 'meshrag.answer',
    title,
    options: { enableFindWidget: true },
    fill: ({ webview }) => connect(webview, 'editor'),
    onDidClose: closed,
  });
  const provider = vscode.window.registerWebviewViewProvider('meshrag.answerView', {
    resolveWebviewView(resolved) {
      view = resolved;
      resolved.webview.options = webviewOptions;
      resolved.onDidChangeVisibility(quietPanel);
      resolved.onDidDispose(() => {
        if (view !== resolved) return;
        view = undefined;
        quietPanel();
        closed();
      });
      connect(resolved.webview, 'side');
      quietPanel();
    },
  });

  /** What both show is announced once. */
  function quietPanel(): void {
    single.open?.webview.postMessage({ type: 'quiet', isQuiet: view?.visible === true } satisfies ToPanel);
  }

  function connect(webview: vscode.Webview, place: 'editor' | 'side'): void {
    webview.onDidReceiveMessage((message) => receive(message, webview));
    webview.html = webviewHtml(extensionUri, 'answer', title(), place);
  }

  function closed(): void {
    if (!single.open && !view) onDidClose();
  }

  function post(message: ToPanel): void {
    const { open: panel } = single;
    if ((message.type === 'show' || message.type === 'page') && panel) panel.title = title();
    panel?.webview.postMessage(message);
    view?.webview.postMessage(message);
  }

  function reveal(preserveFocus = true): void {
    if (view?.visible) view.show(preserveFocus);
    else single.reveal(vscode.ViewColumn.Beside, preserveFocus);
  }

  return {
    get isOpen() {
      return single.open !== undefined || view !== undefined;
    },
    get column() {
      return columnBeside(single.open?.viewColumn);
    },
    post,
    reveal,
    focus() {
      // A hidden webview is recreated when it is shown.
      wantsFocus = !single.open?.visible && !view?.visible;
      reveal(false);
      if (!wantsFocus) post({ type: 'focus' });
    },
    ready(webview) {
      quietPanel();
      if (wantsFocus) webview.postMessage({ type: 'focus' } satisfies ToPanel);
      wantsFocus = false;
    },
    dispose() {
      provider.dispose();
      single.dispose();
    },
  };
}
