// npm run walkthroughs: asks the same question in every way there is, with and without a model, and writes docs/walkthroughs.md. The model
// is a stand-in behind a real HTTP server on loopback (test/fixtures/modelProvider/standIn.cjs), so that the page can be made anywhere.
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { backticksAround } from '../src/engine/text/fences.ts';
import standInModule from '../test/fixtures/modelProvider/standIn.cjs';
import { startLoopback } from '../test/models/loopbackServer.ts';
import { root } from './lib/pinnedNode.js';
import { run } from './lib/steps.js';

const { standIn } = standInModule;
const question = 'Which kettle is heated first?';
const folder = 'test/fixtures/workspace';
const shownEndpoint = 'http://localhost:11434/v1';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-walkthroughs-'));
const index = path.join(dir, 'index.sqlite');
const server = await startLoopback({
  speak: async ({ messages }) => ({ text: standIn(messages.at(-1)?.content ?? ''), promptTokens: 1, answerTokens: 1 }),
});
try {
  const page = await compose();
  fs.mkdirSync(path.join(root, 'docs'), { recursive: true });
  fs.writeFileSync(path.join(root, 'docs/walkthroughs.md'), page);
  console.log('docs/walkthroughs.md is written');
} finally {
  server.close();
  fs.rmSync(dir, { recursive: true, force: true });
}

async function compose() {
  const inEditor = await askInEditor();
  const mcp = await askOverMcp();
  const ask = ['ask', question, '--dir', folder];
  const model = ['--model', 'stand-in', '--endpoint', server.endpoint];
  const parts = [
    '# Walkthroughs',
    `The same question, “${question}”, asked of \`${folder}\` by every way there is, with and without a language model. This page is made by ` +
      '`npm run walkthroughs`. The model is a stand-in behind an HTTP server on this machine: it repeats the sentences of its sources that ' +
      'have most words of the question, and cites them. What comes before and after it (what it is sent, the check of its citations, the ' +
      'places) is what any model gets.',
    '## Command line',
    'Without a model, the answer is quoted:',
    await commandLine(ask),
    'With a model; the key, where one is needed, is read from `MESHRAG_API_KEY`:',
    await commandLine([...ask, ...model]),
    'The passages themselves, with the reason why each was found:',
    await commandLine(['search', question, '--dir', folder, '-k', '4', '--explain']),
    '## Answer panel',
    '**MeshRAG: Ask workspace** without a model:',
    quoted(inEditor.panel.answer),
    sourcesOf(inEditor.panel.sources),
    'With the model of the settings `meshrag.model.endpoint` and `meshrag.model.name`:',
    quoted(inEditor.panelWithModel.answer),
    sourcesOf(inEditor.panelWithModel.sources),
    '## Chat participant',
    `\`@mesh ${question}\` if no model is available; ⟨…⟩ is a link that opens the range:`,
    quoted(asRead(inEditor.chat.text)),
    sourcesOf(inEditor.chat.sources),
    'With the model selected in the chat:',
    quoted(asRead(inEditor.chatWithModel.text)),
    sourcesOf(inEditor.chatWithModel.sources),
    '## Tool of an agent in VS Code',
    `\`mesh_search\` with \`{ "query": "${question}", "limit": 4, "maxTokens": 1200 }\` returns to the agent:`,
    fenced(inEditor.tool.text),
    'An agent with the stand-in as its model answers from that:',
    quoted(inEditor.tool.answer),
    '## MCP',
    `\`node dist/cli.js mcp --dir ${folder}\`, called by a client with the same input, returns the same:`,
    mcp === inEditor.tool.text ? 'The text is identical to the one above.' : fenced(mcp),
    'So an agent with the stand-in as its model gives the same answer:',
    quoted(standIn(`${mcp}\n\nQuestion: ${question}`)),
  ];
  const page = `${parts.join('\n\n')}\n`;
  for (const own of [dir, root, os.homedir()])
    if (page.includes(own)) throw new Error(`The page holds ${own}, which means nothing elsewhere`);
  return page;
}

/**
 * A command as typed, and its output. Without times, which differ between machines.
 * @param {string[]} args
 */
async function commandLine(args) {
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/cli.js', ...args, '--index', index, '--text'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const shown = args.map((arg) => (arg === server.endpoint ? shownEndpoint : /[\s?]/.test(arg) ? `"${arg}"` : arg)).join(' ');
  return fenced(`$ node dist/cli.js ${shown}\n${stdout.trimEnd().replaceAll(/ · \d+(?:\.\d+)? m?s/g, '')}`);
}

/** Runs the test that asks in every way of the editor, and returns its record. */
async function askInEditor() {
  const file = path.join(dir, 'editor.json');
  const env = { MESHRAG_WALKTHROUGH: file, MESHRAG_TEST_FILTER: 'every way to ask' };
  const code = await run(process.execPath, ['test/support/extensionTests.ts', path.join(dir, 'report.json')], { timeoutMs: 300_000, env });
  if (code !== 0) throw new Error(`The tests in VS Code ended with ${code}`);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

async function askOverMcp() {
  const client = new Client({ name: 'walkthroughs', version: '0' });
  const args = ['dist/cli.js', 'mcp', '--dir', folder, '--index', index];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root }));
  try {
    const { content } = await client.callTool({ name: 'mesh_search', arguments: { query: question, limit: 4, maxTokens: 1200 } });
    const [part] = /** @type {{ text: string }[]} */ (content);
    return part?.text ?? '';
  } finally {
    await client.close();
  }
}

/** @param {string} text */
function fenced(text) {
  const fence = backticksAround(text, 3);
  return `${fence}text\n${text}\n${fence}`;
}

/** @param {string} text */
function quoted(text) {
  const lines = text.trim().split('\n');
  return lines.map((line) => `> ${line.trim().replaceAll(/[<>*_`[\]\\#|]/g, '\\$&')}`.trimEnd()).join('  \n');
}

/** The chat's markdown as plain text. @param {string} text */
function asRead(text) {
  const plain = text.replaceAll('&grave;', '`').replaceAll('&lt;', '<').replaceAll('&lsqb;', '[');
  return plain.replaceAll(/\\([^\w\s])/g, '$1').replaceAll(/\n\s*\n/g, '\n');
}

/** @param {{ n?: number, path: string, startLine: number, endLine: number }[]} sources */
function sourcesOf(sources) {
  const lines = sources.map(({ n, path: file, startLine, endLine }) => {
    const lines = startLine === endLine ? startLine : `${startLine}-${endLine}`;
    return `- ${n === undefined ? '' : `[${n}] `}\`${file}:${lines}\``;
  });
  return `Sources:\n\n${lines.join('\n')}`;
}
