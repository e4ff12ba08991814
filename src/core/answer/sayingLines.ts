/** Which lines of code say something by themselves: none that only brings names in, or only opens what follows. Cost: one look at each line. */

/** Lines that bring names in, or only open what follows; without the blanks around them. */
const saysNothing =
  /^(?:#!|import\b|(?:export\s+)?(?:\*|\{[^}]*\})\s+from\s|from\s+\S+\s+import\b|#\s*include\b|(?:pub(?:\([^)]*\))?\s+)?use\s+[\w:]+|using\s+[\w.]+;|(?:const|let|var)\s[\w{},\s]+=\s*require\(|["']?[\w$.-]+["']?\s*[:=]\s*[[{(]+$|.*[\w>]\s*=$)/;

/** What brings names in over several lines. */
const opensImport = /^(?:(?:pub )?use\b|import\b|from\s+\S+\s+import\b).*[{(][^{(})]*$/;

/** Whether a line, without the blanks around it, says something. */
export function isSaying(line: string): boolean {
  return !saysNothing.test(line);
}

/** Which lines of an example say something: none that is empty, hidden (Rust) or of what brings names in, which may be several lines. */
export function sayingLines(lines: readonly string[]): readonly boolean[] {
  // An example of which the text holds but the end may begin amid such lines.
  const named = lines.findIndex((line) => !/^[\w:*]+(?:::\{[\w:*, ]+\})?,$/.test(line));
  let isOpen = named > 0 && /^\}(?:;$|\s+from\b)/.test(lines[named] as string);
  return lines.map((line) => {
    const brings = isOpen || opensImport.test(line);
    isOpen = brings && !/[})][^{(})]*$/.test(line);
    return line !== '' && !brings && isSaying(line) && !/^#(?:\s|$)/.test(line);
  });
}
