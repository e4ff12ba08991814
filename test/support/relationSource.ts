/** Texts as a folder that can be asked about names. */

import { bindingsIn } from '../../src/engine/relations/bindings.ts';
import type { RelationSource } from '../../src/engine/relations/candidates.ts';
import { isModuleManifest, readManifests } from '../../src/engine/relations/manifests.ts';
import { ModuleGraph } from '../../src/engine/relations/moduleGraph.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { type Files, indexOf } from './memoryIndex.ts';

export function sourceOf(files: Files): RelationSource {
  const all = Object.entries(files);
  const bindings = new Map(all.map(([path, text]) => [path, bindingsIn(text, languageOf(path))]));
  const manifests = readManifests(new Map(all.filter(([path]) => isModuleManifest(path))));
  return {
    reader: indexOf(files).reader(),
    folder: 0,
    modules: new ModuleGraph(new Map(all.map(([path]) => [path, languageOf(path)])), bindings, manifests),
    languageOf,
    textOf: (path) => files[path],
    yieldThread: () => undefined,
  };
}
