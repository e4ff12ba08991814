import type { PanelWords } from '../../protocol/panels/panelWords.ts';
import type { NameKind } from '../../protocol/places.ts';

/** The display name of a kind of name. */
export function kindWord(words: PanelWords, kind: NameKind): string {
  const names: Readonly<Record<NameKind, string>> = {
    term: words.wayTerm,
    title: words.wayTitle,
    name: words.wayName,
    symbol: words.waySymbol,
    path: words.wayPath,
    link: words.wayLink,
    heading: words.wayHeading,
    literal: words.wayLiteral,
  };
  return names[kind] ?? kind;
}
