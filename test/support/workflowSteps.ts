import fs from 'node:fs';

/** The commands of the steps of a workflow or an action that have several lines. */
export function scriptsIn(file: string): string[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (!line.endsWith('run: |')) return [];
    const indent = line.indexOf('run:') + 2;
    const end = lines.findIndex((next, i) => i > at && next.trim() !== '' && next.search(/\S/) < indent);
    return [
      lines
        .slice(at + 1, end < 0 ? undefined : end)
        .map((next) => next.slice(indent))
        .join('\n'),
    ];
  });
}
