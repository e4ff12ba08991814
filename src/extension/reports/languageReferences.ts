/** Asks the editor's language support, whatever offers it, where a name is defined and referred to. */

import * as vscode from 'vscode';
import type { SymbolResult, WireDefinition } from '../../protocol/symbol.ts';
import type { ReferencedLine } from './confirmedUses.ts';

/** Maximum number of definitions whose references are requested. */
const maxDefinitions = 3;
/** Maximum number of files whose uses are resolved. */
const maxAsked = 40;
/** Number of lines at the start of a definition in which its name is searched: decorators and comments may precede it. */
const maxHeadLines = 10;

/** A place in an open text. */
export interface Cursor {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

/** The definitions, those that the name at the cursor refers to first. */
export async function meantFirst(definitions: readonly WireDefinition[], cursor: Cursor | undefined): Promise<readonly WireDefinition[]> {
  if (cursor === undefined || definitions.length < 2) return definitions;
  const meant = await locations('vscode.executeDefinitionProvider', cursor);
  const isMeant = (definition: WireDefinition): boolean => meant.some((one) => holds(definition, one));
  return [...definitions.filter(isMeant), ...definitions.filter((one) => !isMeant(one))];
}

/** The references to the first definitions; empty if no language support answers. */
export async function referencesTo({ name, definitions }: SymbolResult): Promise<readonly ReferencedLine[]> {
  const found: ReferencedLine[] = [];
  for (const definition of definitions.slice(0, maxDefinitions)) {
    const cursor = await findCursor(name, definition);
    if (cursor !== undefined) found.push(...(await locations('vscode.executeReferenceProvider', cursor)));
  }
  return found.filter(({ uri }) => vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri)) !== undefined);
}

/**
 * URIs of files in which a use that is no reference resolves to another definition. Checks files in the language of the definitions, by
 * their first such use.
 */
export async function findElsewhere(
  { name, definitions, uses }: SymbolResult,
  references: readonly ReferencedLine[],
): Promise<ReadonlySet<string>> {
  const referenced = new Set(references.map(({ uri, line }) => `${uri} ${line}`));
  const endings = new Set(definitions.map(({ path }) => endingOf(path)));
  const asked = new Map<string, number>();
  for (const { uri, path, where, lines } of uses) {
    const line = lines.find((one) => !referenced.has(`${uri} ${one}`));
    if (where === 'code' && line !== undefined && endings.has(endingOf(path)) && !asked.has(uri)) asked.set(uri, line);
  }
  const found = new Set<string>();
  for (const [uri, line] of [...asked].slice(0, maxAsked)) {
    const cursor = await findCursor(name, { uri, startLine: line, endLine: line });
    const meant = cursor === undefined ? [] : await locations('vscode.executeDefinitionProvider', cursor);
    if (meant.length > 0 && !meant.some((one) => definitions.some((definition) => holds(definition, one)))) found.add(uri);
  }
  return found;
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function holds({ uri, startLine, endLine }: WireDefinition, one: ReferencedLine): boolean {
  return one.uri === uri && startLine <= one.line && one.line <= endLine;
}

/** The name in a definition or line; undefined if the text has changed. */
async function findCursor(
  name: string,
  { uri, startLine, endLine }: Pick<WireDefinition, 'uri' | 'startLine' | 'endLine'>,
): Promise<Cursor | undefined> {
  const target = vscode.Uri.parse(uri);
  const document = await vscode.workspace.openTextDocument(target);
  const last = Math.min(endLine, startLine + maxHeadLines, document.lineCount);
  for (let line = startLine - 1; line < last; line++) {
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
