/**
 * Whether the blocks of answers still parse: Python and YAML chunks drawn by a fixed seed, each cut to a block by random words of its file
 * and given to Python's own parsers. Blocks of files that do not parse as a whole (templates, tags of other programs) do not count. The
 * target is 95 %.
 */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { blockOf } from '../../src/engine/answer/brief/blockOf.ts';
import { blockText } from '../../src/engine/answer/brief/blockText.ts';
import { briefQueryOf } from '../../src/engine/answer/brief/briefQuery.ts';
import { excerptOf } from '../../src/engine/answer/brief/excerpt.ts';
import { parseSource } from '../../src/engine/answer/brief/parsedSource.ts';
import { analyzeText } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { filesBelow, randomNumbers } from '../../test/support/randomEdits.ts';
import { countOf, runProgram } from './options.ts';

const usage = `node bench/quality/blocksParse.ts --trees DIR [--trees DIR...] [--count 400] [--show]

  --trees DIR  a folder with Python and YAML files
  --count N    blocks that are drawn, half of them of each language
  --show       prints the blocks that do not parse`;

/** Lines of a block, and words of the file in its query. */
const maxLines = 14;
const words = 3;
const maxFileBytes = 200_000;
const seed = 1;

const kinds = { python: /\.py$/, yaml: /\.ya?ml$/ } as const;
type Kind = keyof typeof kinds;

interface Drawn {
  readonly kind: Kind;
  readonly file: string;
  readonly block: string;
}

/** Python's error for a block; empty if it parses. `isCounted`: the whole file parses. */
interface Verdict {
  readonly isCounted: boolean;
  readonly error?: string;
}

const parser = `
import ast, json, sys
try:
    import yaml
except ImportError:
    yaml = None
def error(kind, text):
    try:
        ast.parse(text) if kind == "python" else list(yaml.safe_load_all(text))
    except Exception as problem:
        return str(problem) or type(problem).__name__
given = json.load(sys.stdin)
given = [one for one in given if one["kind"] == "python" or yaml]
files = {}
for one in given:
    if one["file"] not in files:
        with open(one["file"], encoding="utf-8", errors="replace") as opened:
            files[one["file"]] = error(one["kind"], opened.read()) is None
verdicts = [{"isCounted": files[one["file"]], "error": error(one["kind"], one["block"])} for one in given]
json.dump({"hasYaml": yaml is not None, "verdicts": verdicts}, sys.stdout)
`;

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      trees: { type: 'string', multiple: true },
      count: { type: 'string', default: '400' },
      show: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.trees === undefined) throw new Error('--trees is missing; --help shows what there is');
  const drawn = drawBlocks(values.trees, countOf('--count', values.count));
  if (drawn.length === 0) throw new Error(`${values.trees.join(', ')}: no Python or YAML files are there`);
  const { hasYaml, verdicts } = parse(drawn);
  const given = hasYaml ? drawn : drawn.filter(({ kind }) => kind === 'python');
  if (!hasYaml) console.log('yaml     left out: this Python has no module yaml (PyYAML)');
  const judged = given.map((one, i) => ({ ...one, ...(verdicts[i] as Verdict) }));
  if (values.show) for (const { file, block, error } of judged.filter(isBroken)) console.log(`## ${file}: ${error}\n${block}\n`);
  for (const kind of Object.keys(kinds)) {
    const own = judged.filter((one) => one.kind === kind);
    if (own.length > 0) print(kind, own);
  }
  print('together', judged);
});

function isBroken({ isCounted, error }: Verdict): boolean {
  return isCounted && typeof error === 'string';
}

function print(label: string, judged: readonly Verdict[]): void {
  const counted = judged.filter(({ isCounted }) => isCounted);
  const whole = counted.length - counted.filter(isBroken).length;
  const percent = ((100 * whole) / Math.max(1, counted.length)).toFixed(1);
  console.log(
    `${label.padEnd(9)}${whole} of ${counted.length} parse (${percent} %); ${judged.length - counted.length} of files that do not`,
  );
}

/**
 * Draws this many blocks, alternating between the kinds with files. Folders of a tree have equal weight, independent of their number of
 * files.
 */
function drawBlocks(trees: readonly string[], count: number): readonly Drawn[] {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const folders = trees.flatMap((tree) => fs.readdirSync(tree).map((name) => path.join(tree, name)));
  const files = Object.entries(kinds).flatMap(([kind, names]) => {
    const own = folders.map((folder) => filesIn(folder).filter((file) => names.test(file))).filter(({ length }) => length > 0);
    return own.length > 0 ? [{ kind: kind as Kind, own }] : [];
  });
  const drawn: Drawn[] = [];
  // Some draws are empty: empty files, files without words.
  for (let i = 0; files.length > 0 && drawn.length < count && i < 10 * count; i++) {
    const { kind, own } = files[i % files.length] as (typeof files)[number];
    const file = pick(pick(own) as readonly string[]) as string;
    const block = drawBlock(file, pick);
    if (block !== undefined) drawn.push({ kind, file, block });
  }
  return drawn;
}

function filesIn(folder: string): readonly string[] {
  if (fs.statSync(folder).isFile()) return [folder];
  const files = filesBelow(folder).map((name) => path.join(folder, name));
  return files.filter((file) => fs.statSync(file).size <= maxFileBytes);
}

/** The block that some words of a file select from one of its chunks. */
function drawBlock(file: string, pick: <T>(list: readonly T[]) => T | undefined): string | undefined {
  const text = fs.readFileSync(file, 'utf8');
  const chunk = pick(analyzeText(text, languageOf(file)).chunks);
  const known = text.match(/\p{L}{3,}/gu);
  if (chunk === undefined || known === null) return undefined;
  const question = Array.from({ length: words }, () => pick(known)).join(' ');
  const { startLine, endLine, startColumn, endColumn, title } = chunk;
  const place = { startLine, endLine, startColumn, endColumn, title };
  const query = briefQueryOf(question, () => 1);
  const source = {
    n: 1,
    path: file,
    language: languageOf(file).name,
    kind: 'code' as const,
    ...place,
    text,
    secrets: [],
    isDemoted: false,
  };
  const excerpt = excerptOf(parseSource(source), query, maxLines);
  return excerpt === undefined ? undefined : blockText(blockOf(excerpt, query));
}

/** Parses all blocks in one Python process. Throws if there is no Python. */
function parse(drawn: readonly Drawn[]): { readonly hasYaml: boolean; readonly verdicts: readonly Verdict[] } {
  const options = { input: JSON.stringify(drawn), encoding: 'utf8', maxBuffer: 1 << 30 } as const;
  const { error, status, stdout, stderr } = spawnSync('python3', ['-W', 'ignore', '-c', parser], options);
  if (error !== undefined) throw new Error(`python3 cannot be run (${error.message}); blocks are parsed by Python 3`);
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
