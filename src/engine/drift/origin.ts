/** The origin of a module that a source imports: the file in question, elsewhere in the folder, or outside of it. */

import { cutAt, startsWithAny } from '../util/strings.ts';
import { alias } from './imports.ts';

/**
 * `file` may be the file in question, `folder` another one of the folder, `unknown` an address only a bundler resolves, `alias` another
 * name.
 */
export type Origin = 'file' | 'folder' | 'unknown' | 'outside' | 'alias';

/** The packages around a folder, by the names that sources use. */
export interface Packages {
  /** Packages that the folder's manifests require. */
  readonly dependencies: ReadonlySet<string>;
  /** Packages that the folder's manifests describe. */
  readonly own: ReadonlySet<string>;
}

/** How Rust names the modules around a source. */
export const ownModule: ReadonlySet<string> = new Set(['crate', 'self', 'super']);
const sourceFolders = new Set(['src', 'lib', 'python', 'packages', 'crates']);

/** The origin of a module as written in a source, relative to the file at `path`. */
export function originOf(module: string, path: string, { dependencies, own }: Packages): Origin {
  if (module === alias) return 'alias';
  const near = mayBeFile(module, path) ? 'file' : 'folder';
  const [scope = '', inner = ''] = (module.startsWith('@') ? module.slice(1) : module).split('/');
  const first = cutAt(cutAt(scope, ':'), '.');
  if (module.startsWith('.') || ownModule.has(first)) return near;
  if (startsWithAny(module, '$#~') || module.startsWith('@/')) return near === 'file' ? 'file' : 'unknown';
  const root = first === scope && inner !== '' ? `${scope}/${inner}` : first;
  const roots = [root, first, module];
  if (roots.some((one) => own.has(one)) || [...own].some((one) => one.includes('/') && module.startsWith(`${one}/`))) return near;
  if (roots.some((one) => dependencies.has(one))) return 'outside';
  const parts = partsOfPath(path);
  const at = parts.indexOf(first);
  return at === 0 || (at > 0 && sourceFolders.has(parts[at - 1] as string)) ? near : 'outside';
}

/** Whether a module as written may be the file of that path: its last part names the file or its folder. */
function mayBeFile(module: string, path: string): boolean {
  const last = (module.includes('/') ? cutAt(module.split('/').at(-1) as string, '.', 1) : module)
    .replaceAll(':', '.')
    .split('.')
    .filter((part) => part !== '')
    .at(-1);
  // `.` and `../../core/drift/` are the folder itself.
  if (last === undefined || ownModule.has(last)) return true;
  return partsOfPath(path).includes(last.replaceAll('-', '_')) || partsOfPath(path).includes(last);
}

/** The folders of a path and its file name without extensions. */
export function partsOfPath(path: string): string[] {
  const parts = path.split('/');
  const file = parts.pop() as string;
  return [...parts, cutAt(file, '.', 1)];
}
