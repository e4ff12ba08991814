/** The table of commands. A new one gets a file of its own, and here what help says of it, for which nothing is loaded. */

import type { Command } from './command.ts';

/** How help tells of the options that rank. */
const rankHelp = `  -k N             how many places are found, 1 to 100 (10)
  --system NAME    how they are found: mesh (the default), bm25, unweaver, …
  --synonyms FILE  words that mean the same, a group a line with commas between`;

export const commands: Readonly<Record<string, Command>> = {
  index: {
    usage: '[DIR] [--verify] [--digest]',
    summary: 'bring the index up to date; --verify compares it with a rebuild',
    options: '  --digest         a hash of all that is found in it, communities included',
    load: async () => (await import('./commands/indexFolder.ts')).runIndex,
  },
  search: {
    usage: 'QUERY [--dir DIR]... [-k N] [--system NAME] [--explain] | --batch FILE',
    summary: 'find chunks; --explain says why; --batch reads queries by line',
    options: `${rankHelp}
  --explain        the way from the query to each place
  --batch FILE     one query a line, - is standard input; one line of JSON each`,
    notes: `  In a query, path:src/server, lang:ts, kind:doc and kind:code restrict the places,
  "a phrase" wants its words in one sentence, and -word leaves out what holds the
  word; the query as a whole stands in quotes then.`,
    load: async () => (await import('./commands/search.ts')).runSearch,
  },
  ask: {
    usage: `QUESTION [--dir DIR]... [-k N] [--system NAME] [--after QUESTION]...
    [--model NAME --endpoint URL [--context TOKENS] [--dry-run]]`,
    summary: 'answer a question by quotes, each with its source',
    options: `${rankHelp}
  --after QUESTION what was asked before (repeatable), for a question that leans on it
  --model NAME     who writes the answer, at --endpoint URL (OpenAI-compatible);
                   a key is read from MESHRAG_API_KEY
  --context TOKENS what the model can read (8192)
  --dry-run        print what would be sent to it, and send nothing`,
    load: async () => (await import('./commands/ask.ts')).runAsk,
  },
  related: {
    usage: 'PATH:LINE [--dir DIR] [-k N]',
    summary: 'what shares names with that line, and which',
    options: '  -k N             how many places, 1 to 100 (10)',
    load: async () => (await import('./commands/related.ts')).runRelated,
  },
  connect: {
    usage: 'A B [--dir DIR]... [--system NAME]',
    summary: 'how two names, files or lines are connected',
    options: '  --system NAME    how passages about both are found: mesh (the default), bm25, …',
    load: async () => (await import('./commands/connect.ts')).runConnect,
  },
  symbol: {
    usage: 'NAME [--dir DIR]...',
    summary: 'where a name is defined, who uses it, what documents say of it',
    load: async () => (await import('./commands/symbol.ts')).runSymbol,
  },
  impact: {
    usage: '[NAME | FILE | PATH:LINE | --diff] [--dir DIR]... [--depth N]',
    summary: 'what a change reaches: of a name, a file, or all uncommitted ones',
    options: '  --depth N        how many steps of users are followed, 1 to 3 (2)',
    load: async () => (await import('./commands/changes/impact.ts')).runImpact,
  },
  overview: {
    usage: '[--dir DIR]',
    summary: 'how a folder is made: entry points, parts, where to start',
    load: async () => (await import('./commands/overview.ts')).runOverview,
  },
  outline: {
    usage: 'PATH [--dir DIR]',
    summary: 'what a file defines, or what the files of a folder are for',
    load: async () => (await import('./commands/outline.ts')).runOutline,
  },
  communities: {
    usage: '[--dir DIR]',
    summary: 'groups of chunks that share names',
    load: async () => (await import('./commands/communities.ts')).runCommunities,
  },
  drift: {
    usage: '[--dir DIR] [--base REF]',
    summary: 'where docs and code mention names that are gone',
    options: '  --base REF       the commit to compare with (HEAD)',
    notes: '  Ends with 1 where such mentions were found, with 2 where nothing, or not all, could be compared.',
    load: async () => (await import('./commands/changes/drift.ts')).runDrift,
  },
  enrich: {
    usage: '[--dir DIR]... [--estimate] [--limit N]\n    --model NAME --endpoint URL [--context TOKENS]',
    summary: 'have a model read out of passages what they name and say',
    options: `  --estimate       print what it would take, and send nothing
  --limit N        ask about at most N passages
  --model NAME     who is asked, at --endpoint URL (OpenAI-compatible); a key is read
                   from MESHRAG_API_KEY
  --context TOKENS what the model can read (8192)`,
    notes: `  For the systems that use it: unweaver, multi-semantic. Every passage is sent, with
  secrets masked, one request each. Replies are kept as they come: Ctrl-C pauses, and
  the same command goes on from there.`,
    load: async () => (await import('./models/enrich.ts')).runEnrich,
  },
  export: {
    usage: 'FILE [--dir DIR]',
    summary: 'write the index to a file that other machines start from',
    notes: `  The file holds the words, names and paths of the folder, and no text. Who may not
  read the sources may not have it.`,
    load: async () => (await import('./commands/exportIndex.ts')).runExport,
  },
  import: {
    usage: 'FILE [--dir DIR]',
    summary: 'start from an exported index; only other files are analysed',
    notes: `  Its digest finds damage and is no signature: import only what you trust.`,
    load: async () => (await import('./commands/importIndex.ts')).runImport,
  },
  mcp: {
    usage: '[--dir DIR]... [--index FILE [--read-only]] [--system NAME]',
    summary: 'serve search to agents over stdio (Model Context Protocol)',
    options: `  --read-only      the index file is another program's: read it, never write
  --system NAME    how places are found: mesh (the default), bm25, unweaver, …
  --synonyms FILE  words that mean the same, a group a line with commas between`,
    load: async () => (await import('./commands/mcp.ts')).runMcp,
  },
  eval: {
    usage:
      '--corpus FILE... | --workspace DIR --queries FILE [--system NAME]\n    [--k 2,5,10] [--set OPTION=VALUE] [--embedder MODEL --endpoint URL]',
    summary: 'judge a retriever by questions whose answers are known',
    isFolderless: true,
    options: `  --corpus FILE    JSON Lines of passages (repeatable); --workspace DIR is a folder of files
  --queries FILE   JSON Lines of questions with what answers them
  --system NAME    what is judged (mesh); --set OPTION=VALUE changes it
  --k 2,5,10       the ranks at which recall is reported
  --answers        judges answers too; --report adds the retriever's own figures
  --run FILE       keeps the rankings in TREC's form
  --no-titles      leaves the titles of passages out
  --synonyms FILE  words that mean the same, a group a line with commas between
  --embedder MODEL for the systems that take one, at --endpoint URL`,
    load: async () => (await import('./commands/evaluate.ts')).runEvaluate,
  },
};

/** The known name nearest to a mistyped one; `undefined` if none is near. */
export async function nearestCommand(name: string): Promise<string | undefined> {
  const { editDistance } = await import('../engine/index.ts');
  const ranked = Object.keys(commands)
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.known.length / 2)) ? best.known : undefined;
}
