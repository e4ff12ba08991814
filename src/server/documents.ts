/** The documents open in the editor, and whether they equal the files on disk. */

import { readFile } from 'node:fs/promises';
import type { Connection, TextDocumentChangeEvent } from 'vscode-languageserver/node';
import { TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { FileText } from '../workspace/files/fileText.ts';
import type { FileUris } from './fileUris.ts';

export interface OpenDocuments {
  get(uri: string): TextDocument | undefined;
  /** The text of an open document that differs from the file on disk: unsaved, untitled or of another scheme. Undefined otherwise. */
  unsavedText(uri: string): Promise<string | undefined>;
}

/** Listens to open, change, save and close; `onSave` gets the path of a saved file. */
export function trackDocuments(connection: Connection, uris: FileUris, onSave: (file: string) => void): OpenDocuments {
  const documents = new TextDocuments(TextDocument);
  /** Version of each document whose text is known to equal the file's. */
  const savedVersions = new Map<string, number>();
  const saved = ({ document }: TextDocumentChangeEvent<TextDocument>) => {
    savedVersions.set(document.uri, document.version);
    const file = uris.toPath(document.uri);
    if (file !== undefined) onSave(file);
  };
  documents.onDidSave(saved);
  documents.onDidClose(({ document }) => savedVersions.delete(document.uri));
  documents.listen(connection);

  return {
    get: (uri) => documents.get(uri),
    async unsavedText(uri) {
      const document = documents.get(uri);
      if (!document) return undefined;
      const file = uris.toPath(uri);
      if (file === undefined) return document.getText();
      if (savedVersions.get(uri) === document.version) return undefined;
      // A document may be opened with edits from an earlier window, so "just opened" does not mean "saved".
      const { version } = document;
      const text = document.getText();
      if ((await shownBefore(file, text)) !== text) return text;
      savedVersions.set(uri, version);
      return undefined;
    },
  };
}

/** What the editor showed of a file before it was edited into `text`; `undefined` if it cannot be read or is not text. */
export async function shownBefore(file: string, text: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && new FileText(bytes, file).shownBefore(text);
}
