/** Labels: lines that name the heading or block below them. */

/** Whether a line is a label of reStructuredText (`.. _guide:`), MyST (`(guide)=`), AsciiDoc (`[[guide]]`, `[#guide]`) or HTML. */
export function isLabel(line: string): boolean {
  return labelIn(line) !== undefined;
}

/** The name that a line gives to what is below it. */
export function labelIn(line: string): string | undefined {
  const text = line.trim();
  for (const [open, close] of marks)
    if (text.startsWith(open) && text.endsWith(close) && text.length > open.length + close.length)
      return text.slice(open.length, -close.length);
  return undefined;
}

const marks = [
  ['.. _', ':'],
  ['(', ')='],
  ['[[', ']]'],
  ['[#', ']'],
  ['[id="', '"]'],
  ['<a name="', '"></a>'],
  ['<a id="', '"></a>'],
] as const;
