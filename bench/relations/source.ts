/** The files of a tree in an index of memory, as relations are asked of it. */

import { createLexicons, languageOf, MemoryIndex, ModuleGraph, pathNames, type RelationSource } from '../../src/engine/index.ts';
import { bindingsIn } from '../../src/engine/relations/bindings.ts';
import { isModuleManifest, readManifests } from '../../src/engine/relations/manifests.ts';
import { analyzeColumns } from '../../src/engine/text/analyze.ts';

/** `files` are texts by relative path. */
export function createSource(files: ReadonlyMap<string, string>): RelationSource {
  const lexicons = createLexicons();
  const index = new MemoryIndex(lexicons);
  const all = [...files];
  index.apply(all.map(([path, text]) => ({ path, names: pathNames(path), columns: analyzeColumns(text, languageOf(path), lexicons) })));
  const bindings = new Map(all.map(([path, text]) => [path, bindingsIn(text, languageOf(path))]));
  const manifests = readManifests(new Map(all.filter(([path]) => isModuleManifest(path))));
  return {
    reader: index.reader(),
    folder: 0,
    modules: new ModuleGraph(files.keys(), bindings, manifests),
    textOf: (path) => files.get(path),
    pause: () => undefined,
  };
}
