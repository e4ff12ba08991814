// Messages that the editor may send to the language server.
import * as path from 'node:path';
import { uriOf } from '../server/lspClient.ts';

/** A message to the language server. */
export interface Message {
  readonly method: string;
  readonly params: unknown;
}

/** One of each message that the language server knows, for the fixture `workspace` in a folder. */
export function rightMessages(folder: string): { requests: readonly Message[]; notifications: readonly Message[] } {
  const uri = uriOf(path.join(folder, 'src/kettle.ts'));
  const position = { uri, line: 5, character: 10 };
  const textDocument = { uri, languageId: 'typescript', version: 1, text: 'class KettleQueue {}' };
  const place = { uri, path: 'src/kettle.ts', startLine: 1, endLine: 9, startColumn: 0, endColumn: 5 };
  const model = { id: 'm', name: 'm', contextTokens: 8000, counts: false };
  const ask = {
    question: 'Which kettle?',
    context: 'queue',
    scope: [uri],
    system: 'mesh',
    limit: 5,
    about: place,
    turns: [{ question: 'a', answer: 'b', quoted: [{ uri, fileHash: 'c0ffee' }] }],
  };
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } };
  // No index: it would be written to a random path.
  const config = { uri: uriOf(folder), name: 'work', enabled: true, runGit: false, settings: { exclude: ['*.x'], maxFileBytes: 65536 } };
  return {
    requests: [
      { method: 'meshrag/ask', params: { ...ask, stream: 's' } },
      { method: 'meshrag/preview', params: { ...ask, model } },
      { method: 'meshrag/search', params: { query: 'kettle', scope: [uri], system: 'mesh', limit: 5 } },
      { method: 'meshrag/excerpt', params: { place, question: 'kettle', names: ['Kettle'], maxLines: 9 } },
      { method: 'meshrag/evidence', params: { from: place, question: 'kettle', to: place } },
      { method: 'meshrag/related', params: { ...position, limit: 5 } },
      { method: 'meshrag/tool', params: { name: 'mesh_search', input: { question: 'kettle', budget: 500 } } },
      { method: 'meshrag/tool', params: { name: 'mesh_symbol', input: { name: 'src/kettle.ts:5' } } },
      { method: 'meshrag/tool', params: { name: 'mesh_symbol', input: { name: 'KettleQueue' } } },
      { method: 'meshrag/impact', params: { place: { uri, line: 1 } } },
      { method: 'meshrag/typedPlaces', params: { question: 'kettle', scope: [uri] } },
      { method: 'meshrag/complete', params: { kind: 'name', typed: 'Kett', max: 5 } },
      { method: 'meshrag/community', params: { id: 'c' } },
      { method: 'meshrag/mapInside', params: { id: 'c' } },
      { method: 'meshrag/mapUses', params: { from: { parts: ['c'] }, to: { parts: ['d'], only: ['file:///a'] } } },
      { method: 'meshrag/closeness', params: position },
      ...['communities', 'examples', 'map', 'figures', 'paperReport', 'drift', 'report', 'pause', 'resume'].map((name) => ({
        method: `meshrag/${name}`,
        params: {},
      })),
      { method: 'meshrag/rebuild', params: { folder: uriOf(folder) } },
      { method: 'meshrag/export', params: { folder: uriOf(folder), directory: `${folder}/exported` } },
      { method: 'meshrag/import', params: { folder: uriOf(folder), directory: `${folder}/exported` } },
      { method: 'meshrag/clear', params: { folder: uriOf(folder) } },
      { method: 'textDocument/hover', params: { textDocument, position: range.start } },
    ],
    notifications: [
      {
        method: 'meshrag/configure',
        params: { folders: [config], hover: true, system: 'mesh', synonyms: ['a, b'], systemOptions: { hug: {} } },
      },
      { method: 'meshrag/sweep', params: {} },
      { method: 'meshrag/model/text', params: { chat: 'c', text: 't' } },
      { method: 'textDocument/didOpen', params: { textDocument } },
      { method: 'textDocument/didChange', params: { textDocument, contentChanges: [{ range, text: 'x' }] } },
      { method: 'textDocument/didSave', params: { textDocument } },
      { method: 'textDocument/didClose', params: { textDocument } },
      { method: 'workspace/didChangeWatchedFiles', params: { changes: [{ uri, type: 2 }] } },
      { method: '$/cancelRequest', params: { id: 1 } },
      { method: '$/setTrace', params: { value: 'off' } },
    ],
  };
}
