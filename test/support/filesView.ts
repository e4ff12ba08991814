/** Files in memory as an open folder that can be queried, without a service. */

import { hash } from 'node:crypto';
import path from 'node:path';
import { languageOf } from '../../src/engine/text/languages.ts';
import { Texts } from '../../src/service/folder/chunkTexts.ts';
import type { FolderIndex } from '../../src/service/folder/folderIndex.ts';
import type { View } from '../../src/service/folder/view.ts';
import { FileText } from '../../src/workspace/files/fileText.ts';
import { type Files, indexOf } from './memoryIndex.ts';

export const viewFolder = path.resolve('/workspace');

export function viewOfFiles(files: Files): { readonly view: View; readonly texts: Texts } {
  const folder = {
    folder: viewFolder,
    isShared: false,
    languageOf,
    fileText: (name: string) => (files[name] === undefined ? undefined : new FileText(Buffer.from(files[name]), name)),
    hashOf: (name: string) => (files[name] === undefined ? undefined : hash('sha256', files[name], 'hex')),
  } as unknown as FolderIndex;
  const view = { reader: indexOf(files).reader(), folders: [folder] };
  return { view, texts: new Texts(view.folders) };
}
