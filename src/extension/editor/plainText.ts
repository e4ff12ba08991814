import * as vscode from 'vscode';
import { escapeMarkdown } from '../../protocol/text/markdown.ts';

/** Escaped text with line breaks, from which no link, image, HTML or markup results. */
export function plainText(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(text.split('\n').map(escapeMarkdown).join('  \n'));
}

/** The same as a paragraph of its own, preceded by a name in bold. */
export function namedText(name: string, text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(`\n**${escapeMarkdown(name.trim())}**${plainText(text).value}\n`);
}
