// Of the action in action.yml: annotates the lines that mention names which a pull request removes, and comments on them in it. Exits with 1 if
// there are any. It needs nothing but Node and git.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';

/** @typedef {{ name: string, path: string, line: number, startColumn: number, endColumn: number, definedIn: string, newName?: string, commit?: { id: string, day: string, subject: string } }} Mention */
/** @typedef {{ path: string, from: number, to: number }} Hunk lines of the new file that the pull request shows */

const { GITHUB_API_URL, GITHUB_EVENT_PATH = '', GITHUB_REPOSITORY, GITHUB_TOKEN, BASE = '', COMMENT } = process.env;

/** @type {{ mentions: Mention[] }} */
const { mentions } = JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8'));
for (const mention of mentions) console.log(annotation(mention));
if (COMMENT === 'true' && mentions.length > 0) {
  try {
    await comment();
  } catch (error) {
    // A pull request of a fork has a token that may only read.
    console.log(`::notice::No comments were written: ${escaped(error instanceof Error ? error.message : String(error))}`);
  }
}
console.log(`${mentions.length} mentions of removed names`);
process.exitCode = mentions.length > 0 ? 1 : 0;

/** @param {Mention} mention */
function sentence({ name, definedIn, newName, commit }) {
  const renamed = newName === undefined ? '' : `; renamed to ${code(newName)}?`;
  const since = commit === undefined ? '' : `, until ${code(commit.subject)}, ${commit.id.slice(0, 8)}`;
  return `${code(name)} no longer exists (was in ${code(definedIn)}${since})${renamed}`;
}

/** @param {Mention} mention */
function annotation(mention) {
  const { path, line, startColumn, endColumn } = mention;
  const place = { file: path, line, col: startColumn + 1, endColumn, title: 'Stale name' };
  const fields = Object.entries(place).map(
    ([key, value]) => `${key}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  return `::error ${fields.join(',')}::${escaped(sentence(mention))}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** @param {string} text as Markdown that is no more than that text */
function code(text) {
  return `\`${text.replace(/[`\r\n]/g, ' ')}\``;
}

/** One review with what is new: a comment at each line that the pull request shows, and a list of the others. */
async function comment() {
  const { pull_request: pull } = JSON.parse(fs.readFileSync(GITHUB_EVENT_PATH, 'utf8'));
  const reviews = `/repos/${GITHUB_REPOSITORY}/pulls/${pull.number}`;
  const written = [...(await all(`${reviews}/comments`)), ...(await all(`${reviews}/reviews`))].map(({ body }) => String(body)).join('\n');
  const fresh = mentions.filter((mention) => !written.includes(mark(mention)));
  if (fresh.length === 0) return;
  const hunks = shownLines();
  const isShown = (/** @type {Mention} */ { path, line }) =>
    hunks.some((hunk) => hunk.path === path && hunk.from <= line && line <= hunk.to);
  const others = fresh
    .filter((mention) => !isShown(mention))
    .map((mention) => `- ${code(`${mention.path}:${mention.line}`)}: ${sentence(mention)}\n${mark(mention)}`);
  const comments = fresh
    .filter(isShown)
    .map((mention) => ({ path: mention.path, line: mention.line, side: 'RIGHT', body: commentOn(mention) }));
  const body =
    others.length > 0
      ? `Names that this removes are still mentioned elsewhere:\n\n${others.join('\n')}`
      : 'Names that this removes are still mentioned.';
  await request('POST', `${reviews}/reviews`, { commit_id: pull.head.sha, event: 'COMMENT', body, comments });
}

/** Tells a mention that was commented on from a new one. @param {Mention} mention */
function mark({ name, path, line }) {
  return `<!-- meshrag ${encodeURIComponent(name)} ${encodeURIComponent(path)} ${line} -->`;
}

/** The sentence, with the line as it would be. @param {Mention} mention */
function commentOn(mention) {
  const { path, line, startColumn, endColumn, newName } = mention;
  const text = fs.readFileSync(path, 'utf8').split(/\r\n|\n|\r/)[line - 1] ?? '';
  const mended = newName === undefined ? undefined : text.slice(0, startColumn) + newName + text.slice(endColumn);
  const suggestion = mended === undefined || mended.includes('```') ? '' : `\n\n\`\`\`suggestion\n${mended}\n\`\`\``;
  return `${sentence(mention)}${suggestion}\n${mark(mention)}`;
}

/** @returns {Hunk[]} */
function shownLines() {
  const difference = execFileSync(
    'git',
    ['-c', 'core.quotePath=false', 'diff', '--no-color', '--no-ext-diff', '--unified=3', `${BASE}...HEAD`],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  let path = '';
  return difference.split('\n').flatMap((row) => {
    path = /^\+\+\+ b\/(.*?)\t?$/.exec(row)?.[1] ?? path;
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row) ?? [];
    return from === undefined ? [] : [{ path, from: Number(from), to: Number(from) + Number(count) - 1 }];
  });
}

/** All pages. @param {string} path @returns {Promise<{ body?: string }[]>} */
async function all(path) {
  const found = [];
  for (let page = 1; ; page++) {
    const rows = await request('GET', `${path}?per_page=100&page=${page}`);
    found.push(...rows);
    if (rows.length < 100) return found;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
  return response.json();
}
