/** Asks the editor's language support, whatever offers it, who refers to a name. */

import * as vscode from 'vscode';
import type { ImpactResult } from '../../protocol/impact.ts';
import { type ConfirmedUsers, confirmUsers, keyOf, type ReferencedLine } from './confirmedUses.ts';

/** Maximum number of definitions whose references are requested. */
const maxDefinitions = 3;
/** Maximum number of files whose uses are resolved. */
const maxAsked = 40;
/** Number of lines at the start of a definition in which its name is searched: decorators and comments may precede it. */
const maxHeadLines = 10;

type Definition = ImpactResult['names'][number];

/** The direct users of a name, as the language support knows them. */
export async function confirmedByLanguage(name: string, { names, rows }: ImpactResult): Promise<ConfirmedUsers> {
  const references: ReferencedLine[] = [];
  for (const definition of names.slice(0, maxDefinitions)) {
    const cursor = await findCursor(name, definition.uri, definition.line, maxHeadLines);
    if (cursor !== undefined) references.push(...(await locations('vscode.executeReferenceProvider', cursor)));
  }
  const own = references.filter(({ uri }) => vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri)) !== undefined);
  const defined = new Set(names.map(({ uri, line }) => keyOf({ uri, line })));
  return confirmUsers(name, rows, defined, own, await findElsewhere(name, names, rows, own));
}

/**
 * URIs of files in which a use that is no reference resolves to another definition. Checks files in the language of the definitions, by
 * their first such use.
 */
async function findElsewhere(
  name: string,
  definitions: readonly Definition[],
  rows: ImpactResult['rows'],
  references: readonly ReferencedLine[],
): Promise<ReadonlySet<string>> {
  const referenced = new Set(references.map(keyOf));
  const endings = new Set(definitions.map(({ path }) => endingOf(path)));
  const asked = new Map<string, number>();
  for (const { uri, path, kind, lines } of rows) {
    const other = lines.find(({ line }) => !referenced.has(keyOf({ uri, line })));
    if (kind !== 'docs' && other !== undefined && endings.has(endingOf(path)) && !asked.has(uri)) asked.set(uri, other.line);
  }
  const found = new Set<string>();
  for (const [uri, line] of [...asked].slice(0, maxAsked)) {
    const cursor = await findCursor(name, uri, line, 0);
    const meant = cursor === undefined ? [] : await locations('vscode.executeDefinitionProvider', cursor);
    if (meant.length > 0 && !meant.some((one) => definitions.some((definition) => isHead(definition, one)))) found.add(uri);
  }
  return found;
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Whether a line is among the first of a definition. */
function isHead({ uri, line }: Definition, one: ReferencedLine): boolean {
  return one.uri === uri && line <= one.line && one.line <= line + maxHeadLines;
}

/** A place in an open text. */
interface Cursor {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

/** The name in a line (1-based) or one of the next; undefined if the text has changed. */
async function findCursor(name: string, uri: string, startLine: number, more: number): Promise<Cursor | undefined> {
  const target = vscode.Uri.parse(uri);
  const document = await vscode.workspace.openTextDocument(target);
  for (let line = startLine - 1; line < Math.min(startLine + more, document.lineCount); line++) {
    const { text } = document.lineAt(line);
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const word = document.getWordRangeAtPosition(new vscode.Position(line, at));
      if (word === undefined || document.getText(word) === name) return { uri: target, position: new vscode.Position(line, at) };
    }
  }
  return undefined;
}

async function locations(command: string, { uri, position }: Cursor): Promise<readonly ReferencedLine[]> {
  const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[] | undefined>(command, uri, position);
  return (found ?? []).map((one) => {
    const [target, range] = 'targetUri' in one ? [one.targetUri, one.targetSelectionRange ?? one.targetRange] : [one.uri, one.range];
    return { uri: target.toString(), path: vscode.workspace.asRelativePath(target), line: range.start.line + 1 };
  });
}
