import { t } from '../../protocol/text/translate.ts';

/** The display name of a kind of evidence; a system's own kinds bring a label. */
export function kindWord(kind: string, label = kind): string {
  const names: Readonly<Record<string, string>> = {
    term: t('mentions'),
    title: t('title'),
    name: t('name'),
    symbol: t('symbol'),
    path: t('path'),
    link: t('link'),
    heading: t('heading'),
    literal: t('literal'),
  };
  return names[kind] ?? label;
}
