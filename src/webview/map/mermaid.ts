/** The picture as a flowchart of Mermaid: unfolded parts are subgraphs, arrows say how many imports and calls they stand for. */

import { type Box, type Level, usesText } from './boxes.ts';

/** All arrows, not only those that are drawn unasked. */
export function toMermaid(level: Level): string {
  const ids = new Map<string, string>();
  const idOf = (key: string): string => {
    const known = ids.get(key) ?? `n${ids.size + 1}`;
    ids.set(key, known);
    return known;
  };
  const lines = ['flowchart TD'];
  const addLevel = ({ boxes, arrows }: Level, indent: string): void => {
    for (const box of boxes) addBox(box, indent);
    for (const { from, to, ...uses } of arrows) lines.push(`${indent}${idOf(from)} -->|"${quoted(usesText(uses))}"| ${idOf(to)}`);
  };
  const addBox = ({ key, title, inside }: Box, indent: string): void => {
    if (inside === undefined) {
      lines.push(`${indent}${idOf(key)}["${quoted(title)}"]`);
      return;
    }
    lines.push(`${indent}subgraph ${idOf(key)}["${quoted(title)}"]`);
    addLevel(inside, `${indent}  `);
    lines.push(`${indent}end`);
  };
  addLevel(level, '  ');
  return `${lines.join('\n')}\n`;
}

/** Text in quotes; what could end it, or be read as Markdown or HTML, as an entity of Mermaid. */
function quoted(text: string): string {
  return text.replace(/[^\p{L}\p{N} ,./:()_-]|^\s*\d+\./gu, (match) => [...match].map((sign) => `#${sign.codePointAt(0)};`).join(''));
}
