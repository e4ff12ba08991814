import * as vscode from 'vscode';
import { escapeMarkdown } from '../../protocol/text/markdown.ts';

/** Text of which nothing becomes a link, an image, HTML or markup, with its line breaks. */
export function plainText(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(text.split('\n').map(escapeMarkdown).join('  \n'));
}

/** The same as a paragraph of its own, with a name in bold letters before it. */
export function namedText(name: string, text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(`\n**${escapeMarkdown(name.trim())}**${plainText(text).value}\n`);
}
