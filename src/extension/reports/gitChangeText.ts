/** Describes what git did to a folder. Independent of the editor, like the report. */

import type { FolderStatus } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';

export function gitChangeText({ kind, name, files }: NonNullable<FolderStatus['git']>, count: (value: number) => string): string {
  if (files === 1) return kind === 'files' ? t('Git changed 1 file') : t('Branch {0}: git changed 1 file', name);
  if (kind === 'branch') return t('Switched to {0}; {1} files updated', name, count(files));
  return kind === 'commit' ? t('Branch {0}: git changed {1} files', name, count(files)) : t('Git changed {0} files', count(files));
}
