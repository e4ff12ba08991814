/** The files of a tree in an index of memory, as relations are asked of it. */

import fs from 'node:fs';
import nodePath from 'node:path';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import { indexedDocument } from '../../src/engine/index/segment.ts';
import { bindingsIn } from '../../src/engine/relations/bindings.ts';
import type { RelationSource } from '../../src/engine/relations/candidates.ts';
import { isModuleManifest, readManifests } from '../../src/engine/relations/manifests.ts';
import { ModuleGraph } from '../../src/engine/relations/moduleGraph.ts';
import { analyzeColumns } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';

/** The texts of a tree's code, markdown and reStructuredText by relative path. */
export function textsOf(tree: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const entry of fs.readdirSync(tree, { recursive: true, encoding: 'utf8' })) {
    const path = entry.split(nodePath.sep).join('/');
    const stat = fs.lstatSync(nodePath.join(tree, path));
    if (!stat.isFile() || stat.size > 1_000_000 || /(?:^|\/)(?:node_modules|\.git)\//.test(path)) continue;
    if (languageOf(path).kind === 'code' || /\.(?:md|rst)$/.test(path)) files.set(path, fs.readFileSync(nodePath.join(tree, path), 'utf8'));
  }
  return files;
}

/** `files` are texts by relative path. */
export function createSource(files: ReadonlyMap<string, string>): RelationSource {
  const lexicons = createLexicons();
  const index = new MemoryIndex(lexicons);
  const all = [...files];
  index.apply(all.map(([path, text]) => indexedDocument(path, languageOf(path).name, analyzeColumns(text, languageOf(path), lexicons))));
  const bindings = new Map(all.map(([path, text]) => [path, bindingsIn(text, languageOf(path))]));
  const manifests = readManifests(new Map(all.filter(([path]) => isModuleManifest(path))));
  return {
    reader: index.reader(),
    folder: 0,
    modules: new ModuleGraph(new Map(all.map(([path]) => [path, languageOf(path)])), bindings, manifests),
    languageOf,
    textOf: (path) => files.get(path),
    yieldThread: () => undefined,
  };
}
