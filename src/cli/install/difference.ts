/** The lines by which two texts differ. */

/** One hunk from the first different line to the last one, without lines of context: these may hold what nobody else should see. */
export function changedLines(before: string | undefined, after: string | undefined): string[] {
  const [old, now] = [splitLines(before), splitLines(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const removed = old.slice(start, old.length - end).map((line) => `-${line}`);
  const added = now.slice(start, now.length - end).map((line) => `+${line}`);
  return [`@@ line ${start + 1} @@`, ...removed, ...added];
}

function splitLines(text: string | undefined): string[] {
  if (text === undefined) return [];
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
