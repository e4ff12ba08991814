import nodePath from 'node:path';
import { readSmallFile } from '../openFile.ts';

/** The names of a directory's entries, listed or looked up one by one. */
export interface EntryNames {
  has(name: string): boolean;
}

/** Directory names that mean build output or packages only if a certain file is next to them or inside. */
const provenNames: { name: string; siblings?: string[]; inside?: string[] }[] = [
  { name: 'target', siblings: ['pom.xml', 'build.sbt', 'Cargo.toml'] },
  { name: 'build', siblings: ['build.gradle', 'build.gradle.kts'] },
  { name: '_build', siblings: ['mix.exs', 'rebar.config', 'dune-project'] },
  { name: 'deps', siblings: ['mix.exs'] },
  { name: 'vendor', inside: ['modules.txt', 'autoload.php'] },
  { name: 'obj', inside: ['project.assets.json'] },
];

/** Files that mark the directory around them as an installed environment, whatever its name. */
const environmentFiles = ['pyvenv.cfg', 'conda-meta'];

/** The signature of `CACHEDIR.TAG`, which Cargo, pip, pytest and others put into directories that can be regenerated. */
const cacheSignature = 'Signature: 8a477f597d28d172789f06886806bc55';

/**
 * The evidence that a directory holds dependencies, a cache or build output, if any.
 *
 * @param absolute the directory's path.
 * @param inside the names in the directory.
 * @param siblings the names in its parent.
 */
export function dependencyMarker(absolute: string, inside: EntryNames, siblings: EntryNames): string | undefined {
  const environment = environmentFiles.find((name) => inside.has(name));
  if (environment !== undefined) return `contains ${environment}`;
  if (inside.has('CACHEDIR.TAG') && isCacheTag(nodePath.join(absolute, 'CACHEDIR.TAG'))) return 'contains CACHEDIR.TAG';
  const name = nodePath.basename(absolute);
  for (const proven of provenNames) {
    if (proven.name === name) {
      const neighbour = proven.siblings?.find((file) => siblings.has(file));
      const content = proven.inside?.find((file) => inside.has(file));
      if (neighbour !== undefined || content !== undefined) return neighbour !== undefined ? `beside ${neighbour}` : `contains ${content}`;
    }
  }
  return undefined;
}

function isCacheTag(path: string): boolean {
  return readSmallFile(path, 4096, false)?.toString('latin1', 0, cacheSignature.length) === cacheSignature;
}
