/** What parts and corners are called, and how many files they have. */

import { t } from '../../protocol/text/translate.ts';
import type { WireCorner, WirePart } from '../../protocol/treeRows.ts';
import { count } from '../editor/numbers.ts';

/** The name of a corner. */
export function cornerName(corner: WireCorner['corner']): string {
  const names: Record<WireCorner['corner'], string> = {
    tests: t('Tests and examples'),
    translations: t('Translations'),
    changeLogs: t('Change logs'),
    licences: t('Licenses'),
    vendored: t('Third-party code'),
    compiled: t('Compiled files'),
    settings: t('Settings of tools'),
  };
  return names[corner];
}

/** The name of a part; the part with a folder's own files has none. */
export function partName({ name }: Pick<WirePart, 'name'>): string {
  return name === '' ? t('Top level') : name;
}

export function inFiles(files: number): string {
  return files === 1 ? t('1 file') : t('{0} files', count(files));
}

/** Passages, and the files that they are in. */
export function passagesIn(passages: number, files: number): string {
  if (passages === 1) return t('1 passage');
  if (files === 1) return t('{0} passages in 1 file', count(passages));
  return t('{0} passages in {1} files', count(passages), count(files));
}
