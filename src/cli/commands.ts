/** The table of commands with their help, so that help loads no command. */

import type { Command } from './command.ts';

const sharedHelp = `  --shared ADDRESS use the index published on this server by meshrag push, or an export at
                   https://… or in this folder; only files that differ are analysed
  --name NAME      its name there, in the order of --dir (repeatable); further names have
                   no folder, so no quotes; without --dir and --name all are asked
`;

/** Help on the options of a retriever. */
const retrieverHelp = `  --system NAME    retrieval system: mesh (the default), bm25, unweaver, …
  --set OPTION=VALUE  change an option of the system (repeatable)
  --synonyms FILE  groups of synonyms, one per line, separated by commas`;

const wordsHelp = `  --words WORDS    words the authors may have used, separated by commas
  --names NAMES    names that may occur in the code, separated by spaces`;

const rankHelp = `  -k N             number of places, 1 to 100 (10)
${retrieverHelp}`;

const compactHelp = `  --compact        print the result as agents receive it: verdict, best passage, pointers
  --cursor CURSOR  continue such a result, as stated at its end`;

const contextHelp = "  --context TOKENS the model's context window (8192)";

const embedderHelp = '  --embedder MODEL embedding model for enriched passages, at --endpoint URL';

export const commands: Readonly<Record<string, Command>> = {
  index: {
    usage: '[DIR] [--verify] [--digest] [--skipped] [--masked]',
    summary: 'bring the index up to date; --verify compares it with a rebuild',
    options: `  --digest         print a hash of the whole index, communities included
  --skipped        list each skipped file and folder, with the reason
  --masked         list each line with a masked credential, with its kind`,
    isEveryday: true,
    load: async () => (await import('./commands/indexFolder.ts')).runIndex,
  },
  search: {
    usage: `QUERY [--dir DIR]... [-k N] [--system NAME] [--explain] | --batch FILE
    [--model NAME [--judge] [--context TOKENS]] [--embedder MODEL] [--endpoint URL]`,
    summary: 'find chunks; --explain says why; --batch reads queries by line',
    options: `${sharedHelp}${rankHelp}
${wordsHelp}
${compactHelp}
  --explain        show the path from the query to each place, and what the system found
  --model NAME     the model that the system asks, at --endpoint URL (OpenAI-compatible)
  --judge          have the model reorder the first twenty places of any system
${contextHelp}
${embedderHelp}
  --batch FILE     one query per line, - for standard input; one line of JSON each`,
    notes: `  In a query, path:src/server, lang:ts, kind:doc and kind:code restrict the places,
  "a phrase" matches its words in one sentence, and -word excludes passages with the
  word unless the query ends with a question mark; quote the whole query in the shell.`,
    isEveryday: true,
    load: async () => (await import('./commands/search.ts')).runSearch,
  },
  ask: {
    usage: `QUESTION [--dir DIR]... [-k N] [--system NAME] [--after QUESTION]...
    [--model NAME --endpoint URL [--context TOKENS] [--restate]
    [--restate-seconds N] [--judge] [--dry-run]] [--embedder MODEL]`,
    summary: 'answer a question with quotes and their sources',
    options: `${sharedHelp}${rankHelp}
${wordsHelp}
${compactHelp}
  --after QUESTION an earlier question (repeatable), for follow-up questions
  --model NAME     the model that writes the answer, at --endpoint URL
                   (OpenAI-compatible); a key is read from MESHRAG_API_KEY
  --restate        send it only the question, to get other search words; answer with quotes
  --restate-seconds N
                   how long to wait for these words, 1 to 120 (15)
  --judge          have it reorder the first twenty places; answer with quotes
${contextHelp}
${embedderHelp}
  --dry-run        print what would be sent to it, and send nothing`,
    isEveryday: true,
    load: async () => (await import('./commands/ask.ts')).runAsk,
  },
  grep: {
    usage: 'PATTERN [-i] [-w] [-F] [--path PART] [--lang LANG] [--kind KIND]\n    [-B N] [-A N] [-C N] [--limit N] [--dir DIR]...',
    summary: 'list every line that matches a regular expression or text',
    options: `  -i, --ignore-case  ignore upper and lower case
  -w, --word       match whole words only
  -F, --fixed      treat the pattern as plain text
  --path PART      only files whose path contains this part
  --lang LANG      only this language, by name or file ending; --kind code or doc
  -B, --before N   lines before each, -A, --after N after each, -C, --context N both
  --limit N        lines to list (1000); all are counted`,
    notes: `  RE2 syntax, line by line, on the files as they are; values that look like secrets
  are masked and cannot be searched for. Exits with 0 if nothing is found.`,
    isEveryday: true,
    load: async () => (await import('./commands/grep.ts')).runGrep,
  },
  related: {
    usage: 'PATH:LINE [--dir DIR] [-k N]',
    summary: 'list what shares names with a line, and which names',
    options: `${sharedHelp}  -k N             number of places, 1 to 100 (10)`,
    isEveryday: true,
    load: async () => (await import('./commands/related.ts')).runRelated,
  },
  connect: {
    usage: 'A B [--dir DIR]... [--system NAME]',
    summary: 'show how two names, files or lines are connected',
    options: '  --system NAME    retrieval system for passages about both: mesh (the default), bm25, …',
    isEveryday: true,
    load: async () => (await import('./commands/connect.ts')).runConnect,
  },
  symbol: {
    usage: 'NAME [--dir DIR]...',
    summary: 'show where a name is defined, used and documented',
    options: compactHelp,
    isEveryday: true,
    load: async () => (await import('./commands/symbol.ts')).runSymbol,
  },
  why: {
    usage: 'NAME | FILE | PATH:LINE [--dir DIR]...',
    summary: 'show why something is so: commits, decisions, comments',
    options: compactHelp,
    isEveryday: true,
    load: async () => (await import('./commands/why.ts')).runWhy,
  },
  impact: {
    usage: '[NAME | FILE | PATH:LINE | --diff] [--dir DIR]... [--depth N]',
    summary: 'show what a change to a name, a file or the working tree reaches',
    options: `  --depth N        levels of users to follow, 1 to 3 (2)
${compactHelp}`,
    isEveryday: true,
    load: async () => (await import('./commands/changes/impact.ts')).runImpact,
  },
  overview: {
    usage: '[--dir DIR]',
    summary: 'describe a folder: entry points, parts, where to start',
    isEveryday: true,
    load: async () => (await import('./commands/overview.ts')).runOverview,
  },
  outline: {
    usage: 'PATH [--dir DIR]',
    summary: 'list what a file defines, or what the files of a folder are for',
    isEveryday: true,
    load: async () => (await import('./commands/outline.ts')).runOutline,
  },
  communities: {
    usage: '[--dir DIR]',
    summary: 'list groups of chunks that share names',
    options: sharedHelp.trimEnd(),
    load: async () => (await import('./commands/communities.ts')).runCommunities,
  },
  drift: {
    usage: '[--dir DIR] [--base REF]',
    summary: 'find mentions of removed names in docs and code',
    options: '  --base REF       the commit to compare with (HEAD)',
    notes: '  Exits with 1 if such mentions were found, with 2 if not everything could be compared.',
    isEveryday: true,
    load: async () => (await import('./commands/changes/drift.ts')).runDrift,
  },
  enrich: {
    usage:
      '[--dir DIR]... [--vectors | --gates | --all-pairs] [--estimate] [--limit N]\n    --model NAME --endpoint URL [--context TOKENS] [--embedder MODEL]',
    summary: 'have a model extract entities and statements from passages',
    options: `  --estimate       print the cost in requests and tokens, and send nothing
  --limit N        at most N passages, or pairs
  --vectors        have --embedder embed the passages; where --embedder is given, mesh then
                   ranks its first hundred results by these vectors; no model is asked
  --gates          verify what relates passages of different modules, for hug
  --all-pairs      compare the modules with each other instead, as in the HugRAG paper;
                   refused above 10,000 requests
  --model NAME     the model, at --endpoint URL (OpenAI-compatible); a key is read
                   from MESHRAG_API_KEY
  --context TOKENS the model's context window (8192)
  --embedder MODEL then embeds the replies, at the same endpoint`,
    notes: `  Used by the systems unweaver, multi-semantic and topo. Every passage is sent, with
  secrets masked, in one request each. Replies are stored as they arrive: Ctrl-C pauses,
  and the same command resumes.`,
    load: async () => (await import('./models/enrich.ts')).runEnrich,
  },
  export: {
    usage: 'DIRECTORY [--with-replies] [--dir DIR]',
    summary: 'write the index to a directory for other machines to start from',
    notes: `  The directory contains the words, names and paths of the folder, but no text. Give it
  only to people who may read the sources.

  --with-replies   also what models were paid for (descriptions, statements, verdicts, vectors of
                   passages and questions), so that others need not pay for them again`,
    load: async () => (await import('./commands/share/exportIndex.ts')).runExport,
  },
  import: {
    usage: 'DIRECTORY [--dir DIR]',
    summary: 'start from an exported index, analysing only files that differ',
    notes: `  Its digest detects damage but is not a signature: import only what you trust.`,
    load: async () => (await import('./commands/share/importIndex.ts')).runImport,
  },
  push: {
    usage: '--to postgres://[USER@]HOST[:PORT]/DATABASE --name NAME [--with-replies] [--dir DIR]',
    summary: 'publish the index on a PostgreSQL server for others to search',
    options: `  --to ADDRESS     the server; credentials are read from PGUSER and PGPASSWORD
  --name NAME      the name to search it by: search, ask, related, communities and mcp take
                   --shared; NAME@BRANCH starts from NAME
  --with-replies   also what models were paid for, so that those who search it do not pay again`,
    notes: `  Sends what has changed since the last push: hashes of words, names and paths, no text.
  Only people who may read the sources should have access to the database.`,
    load: async () => (await import('./commands/share/push.ts')).runPush,
  },
  mcp: {
    usage: '[--dir DIR]... [--index DIR [--read-only]] [--system NAME]',
    summary: 'serve search to agents over stdio (Model Context Protocol)',
    options: `${sharedHelp}  --read-only      another program maintains the index: never write to it
${retrieverHelp}`,
    isEveryday: true,
    load: async () => (await import('./mcp/relay.ts')).runRelay,
  },
  receipts: {
    usage: '[--dir DIR]',
    summary: 'show what agents received, and the size of the files named',
    load: async () => (await import('./commands/agents/receipts.ts')).runReceipts,
  },
  install: {
    usage: '[--agent NAME]... [--user] [--print] [--yes] [--dir DIR]',
    summary: 'tell coding agents of this project about meshrag, in their own files',
    isFolderless: true,
    options: `  --agent NAME     claude, codex, cursor, copilot, vscode, gemini, opencode, windsurf, zed,
                   kiro, cline (repeatable); by default those found here
  --user           in your own files, for all projects, instead of the project's
  --print          print the entries, and change nothing
  --yes            change the files without asking
  --dir DIR        the project; by default the repository of the working directory`,
    notes: `  Shows the changes and asks. Adds an entry for the server, a block in the
  instructions and a skill. Without a terminal and --yes it changes nothing and exits with 1.`,
    isEveryday: true,
    load: async () => (await import('./commands/agents/install.ts')).runInstall,
  },
  uninstall: {
    usage: '[--agent NAME]... [--user] [--yes] [--dir DIR]',
    summary: 'undo install: every other byte of these files stays',
    isFolderless: true,
    options: `  --agent NAME     only for these agents (repeatable)
  --user           in your own files instead of the project's
  --yes            change the files without asking
  --dir DIR        the project; by default the repository of the working directory`,
    load: async () => (await import('./commands/agents/install.ts')).runUninstall,
  },
  indexes: {
    usage: '[--remove FOLDER | ID | vanished]...',
    summary: 'list the stored indexes with their sizes; --remove deletes some',
    isFolderless: true,
    options: `  --remove WHAT    a folder, an ID from the list, or vanished: all indexes of deleted
                   folders, except what a model was paid for (repeatable)`,
    load: async () => (await import('./commands/indexes.ts')).runIndexes,
  },
  eval: {
    usage:
      '--corpus FILE... | --workspace DIR --queries FILE [--system NAME]\n    [--k 2,5,10] [--set OPTION=VALUE] [--model NAME [--judge]] [--embedder MODEL]\n    [--endpoint URL]',
    summary: 'evaluate a retriever on questions with known answers',
    isFolderless: true,
    options: `  --corpus FILE    JSON Lines of passages (repeatable); --workspace DIR is a folder of files
  --queries FILE   JSON Lines of questions and their answers
  --k 2,5,10       the ranks at which recall is reported
  --answers        evaluate answers too; --report adds the system's own figures
  --run FILE       write the ranking of each question, as JSON Lines
  --no-titles      leave out the titles of passages
${retrieverHelp}
  --index DIR      with --workspace: the index next to which meshrag enrich has stored its
                   results, by default that of the folder; it is not changed
  --model NAME     the model that the system asks with each question, at --endpoint URL;
                   --context TOKENS is its context window (8192)
  --judge          the model orders the first twenty results of any system
  --embedder MODEL for systems that use one, at --endpoint URL; mesh compares its first
                   hundred results by it (--set vectors=0.1 is the weight)`,
    load: async () => (await import('./commands/evaluate.ts')).runEvaluate,
  },
};

/** The command nearest to a mistyped one; `undefined` if none is near. */
export async function nearestCommand(name: string): Promise<string | undefined> {
  const { editDistance } = await import('../engine/util/editDistance.ts');
  const ranked = Object.keys(commands)
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.known.length / 2)) ? best.known : undefined;
}
