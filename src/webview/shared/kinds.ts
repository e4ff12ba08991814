import type { PanelWords } from '../../protocol/panels/panelWords.ts';

/** The display name of a kind of evidence; a system's own kinds bring a label. */
export function kindWord(words: PanelWords, kind: string, label = kind): string {
  const names: Readonly<Record<string, string>> = {
    term: words.wayTerm,
    title: words.wayTitle,
    name: words.wayName,
    symbol: words.waySymbol,
    path: words.wayPath,
    link: words.wayLink,
    heading: words.wayHeading,
    literal: words.wayLiteral,
  };
  return names[kind] ?? label;
}
