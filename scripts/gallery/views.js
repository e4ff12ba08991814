// The views of the gallery, each with the keys and clicks that open it. Files and names are Flask's.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoopback } from '../../test/models/loopbackServer.ts';
import { ask, cardOf, decide, postToPanel, typeQuestion } from '../../test/support/answerPanel.ts';
import { statusItem } from '../../test/support/meshrag.ts';
import { answerStates } from '../../test/support/panelStates.ts';
import { until } from '../../test/support/until.ts';

/** @typedef {import('../../test/support/host/workbench.ts').Workbench} Workbench */
/**
 * @typedef {object} View
 * @property {string} name of its files
 * @property {string} title
 * @property {string} what one or two sentences
 * @property {'editor' | 'sidebar'} place
 * @property {string} [step] the step of the walkthrough that it illustrates
 * @property {'none'} [folder] no folder is open
 * @property {true} [few] two pictures suffice
 * @property {true} [bright] a main view, which is shown in light high contrast too
 * @property {(folder: string) => Promise<{ settings?: Record<string, unknown>, extensions?: string[], close?: () => unknown }>} [before] what must be there before the window
 * @property {(window: Workbench, folder: string) => Promise<any>} open
 * @property {(window: Workbench, state: any) => Promise<unknown>} [again] before each picture: what a change of size or theme undoes
 */

const question = 'How does the application context end?';

/** A model on loopback that writes slowly, and the settings for it. @param {number} [sentences] of its last paragraph */
async function slowModel(sentences = 3) {
  const server = await startLoopback();
  server.answer =
    'The application context is **popped after the request context** [1]. It is gone with everything on `g`:\n\n' +
    '1. the request context is popped [1],\n2. functions registered by `teardown_appcontext` run [4],\n3. the data on `g` is lost [3].\n\n' +
    'It has typically the same lifetime as a request [1]. '.repeat(sentences);
  const settings = { 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': 'slow' };
  return { settings, close: () => server.close() };
}

/** Opens a file at the first line with a text, whichever release is checked out. @param {Workbench} window @param {string} folder @param {string} file @param {string} text */
async function goTo(window, folder, file, text) {
  await window.quickOpen(file);
  const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
  await window.goToLine(lines.findIndex((line) => line.includes(text)) + 1);
}

/** The class that the question is about. @param {Workbench} window @param {string} folder */
async function goToClass(window, folder) {
  await goTo(window, folder, 'src/flask/ctx.py', 'class AppContext:');
}

/** The hover of its name, by keyboard. @param {Workbench} window @param {string} folder */
async function showHover(window, folder) {
  const { keyboard } = window.page;
  const hover = window.page.locator('.monaco-hover:not(.hidden)', { hasText: 'Related' });
  await until('the hover', async () => {
    await keyboard.press('Escape');
    await goToClass(window, folder);
    await keyboard.press('End');
    for (let i = 0; i < 2; i++) await keyboard.press('ArrowLeft');
    await keyboard.press('Control+K');
    await keyboard.press('Control+I');
    return hover.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => undefined,
    );
  });
  await sleep(300);
}

/** Asks under that line. @param {Workbench} window @param {string} folder */
async function askThere(window, folder) {
  await goToClass(window, folder);
  const { page } = window;
  await page.keyboard.press('Control+Alt+J');
  await page.locator('.review-widget .edit-container .monaco-editor.focused').waitFor({ timeout: 20_000 });
  await page.keyboard.type(question, { delay: 5 });
  await page.keyboard.press('Enter');
}

/** The panel before the first question. @param {Workbench} window */
async function openPanel(window) {
  await window.palette('MeshRAG: New Question');
  return window.webviewFrame('.empty');
}

/** Both figures, drawn. @param {Workbench} window */
async function openFigures(window) {
  await window.listed('Show Figures');
  return window.webviewFrame('#sketches svg');
}

/** @param {Workbench} window */
async function agree(window) {
  await decide(await cardOf(window), 'Send');
}

/** Asks in the panel with a model. @param {Workbench} window */
async function askModel(window) {
  await window.palette('MeshRAG: Ask workspace');
  await typeQuestion(window, question);
  await window.page.keyboard.press('Enter');
  await agree(window);
}

/** Renames a function of Flask in one of its files, like a change that forgets the docs. @param {string} file */
function rename(file) {
  const text = fs.readFileSync(file, 'utf8');
  if (text.includes('stream_with_context')) fs.writeFileSync(file, text.replaceAll('stream_with_context', 'stream_in_context'));
}

/**
 * A repository with one commit, and a renamed function after it.
 * @param {string} folder @param {readonly string[]} files those in which it is renamed; all of Python by default
 */
function commitAndRename(folder, files = fs.globSync('**/*.py', { cwd: folder })) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '--allow-empty', '-qm', 'one');
  for (const file of files) rename(path.join(folder, file));
  return { settings: { 'git.enabled': false } };
}

/**
 * A state of the answer panel that takes an accident or a slow model: sent to the panel as the extension would.
 * @param {keyof typeof answerStates} name @param {string} title @param {string} what
 * @returns {View}
 */
function panelState(name, title, what) {
  return {
    name: `answer-${name}`,
    title,
    what,
    place: 'editor',
    open: async (window) => {
      const frame = await ask(window, question);
      for (const message of answerStates[name] ?? []) await postToPanel(frame, message);
    },
  };
}

/** @type {View[]} */
export const views = [
  {
    name: 'empty',
    title: 'Before the first question',
    what: 'Three example questions, made from the headings and names of the workspace, and the latest threads.',
    place: 'editor',
    open: async (window) => {
      const frame = await openPanel(window);
      await frame.locator('.questions .row').first().waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'box',
    title: 'While one types',
    what: 'At each pause the five best places, a line each; Enter answers, Alt+Enter peeks, Ctrl+Enter opens the first.',
    place: 'editor',
    open: async () => undefined,
    again: async (window) => {
      await window.page.keyboard.press('Escape');
      await window.palette('MeshRAG: Ask workspace');
      await typeQuestion(window, question);
      await until('places', async () => ((await window.page.locator('.quick-input-list .monaco-list-row').count()) > 4 ? true : undefined));
      await sleep(500);
    },
  },
  {
    name: 'threads',
    title: 'Earlier threads',
    what: 'Found by words of their questions and answers, pinned, saved as a document, deleted.',
    place: 'editor',
    open: async (window) => {
      for (const asked of ['What is a blueprint?', 'How are sessions signed?', question]) await ask(window, asked);
    },
    again: async (window) => {
      await window.page.keyboard.press('Escape');
      await window.palette('MeshRAG: Show Earlier Threads');
      await window.page.locator('.quick-input-list .monaco-list-row').nth(2).waitFor({ timeout: 20_000 });
      await sleep(500);
    },
  },
  {
    name: 'answer',
    bright: true,
    step: 'ask',
    title: 'An answer, quoted',
    what: 'No model: the best section whole and up to three excerpts, each under its place, which opens it.',
    place: 'editor',
    open: (window) => ask(window, question),
  },
  {
    name: 'source',
    few: true,
    title: 'Why a source was found',
    what: 'Expanded: its text with highlights, and its path from the question.',
    place: 'editor',
    open: async (window) => {
      const frame = await ask(window, question);
      await frame.locator('.why summary').first().click();
      await frame.locator('.link-steps').first().waitFor();
    },
  },
  {
    name: 'sidebar',
    title: 'The answer in the sidebar',
    what: 'The same view next to the code: one column, with numbers and sources as in the panel.',
    place: 'sidebar',
    open: async (window, folder) => {
      await goToClass(window, folder);
      await window.openSidebar('MeshRAG');
      const frame = await window.webviewFrame('.empty');
      await frame.locator('textarea').fill(question);
      await frame.locator('textarea').press('Enter');
      await frame.locator('.turn[data-state="done"]').last().waitFor({ timeout: 30_000 });
    },
  },
  {
    name: 'chip',
    title: 'What a number refers to',
    what: 'Hovering over a number shows the lines it quotes, with the words of the question and shared names highlighted.',
    place: 'editor',
    before: () => slowModel(),
    open: async (window) => {
      await askModel(window);
      const frame = await window.webviewFrame('.turn[data-state="done"]');
      await frame.locator('.citation').first().waitFor({ timeout: 60_000 });
      return frame;
    },
    again: async (_, frame) => {
      await frame.locator('.citation').first().hover();
      await sleep(900);
    },
  },
  {
    name: 'written',
    title: 'An answer by a model',
    what: 'Written by a model of the user’s choice and checked: sentences without a source are marked.',
    place: 'editor',
    before: () => slowModel(),
    open: async (window) => {
      await askModel(window);
      const frame = await window.webviewFrame('.turn');
      await frame.locator('.turn[data-state="done"]').last().waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'answer-streaming',
    title: 'While a model writes',
    what: 'The text grows and a stop button replaces the send button; nothing jumps.',
    place: 'editor',
    before: () => slowModel(60),
    open: async (window) => {
      await askModel(window);
      const frame = await window.webviewFrame('.turn[data-state="streaming"]');
      await frame.locator('.answer', { hasText: 'lost' }).waitFor({ timeout: 30_000 });
    },
  },
  {
    name: 'answer-nothing',
    title: 'Nothing found',
    what: 'The search terms, the closest places, and the editor’s own search one click away.',
    place: 'editor',
    open: (window) => ask(window, 'Who exports orange marmalade to Peru?'),
  },
  {
    name: 'answer-failed',
    title: 'A model that does not answer',
    what: 'The error with a remedy, a retry button, and quotes instead.',
    place: 'editor',
    before: async () => ({ settings: { 'meshrag.model.endpoint': 'http://127.0.0.1:9/v1', 'meshrag.model.name': 'my-model' } }),
    open: async (window) => {
      await askModel(window);
      await window.webviewFrame('.turn[data-state="failed"]');
    },
  },
  panelState('indexing', 'While the index is built', 'Answers use the files indexed so far, with a notice.'),
  {
    name: 'answer-problem',
    title: 'A cleared index',
    what: 'Why nothing can be found, and the button that rebuilds the index.',
    place: 'editor',
    open: async (window) => {
      await window.listed('Clear Index');
      await window.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Clear index' }).click();
      await window.statusBarText(statusItem, /not indexed/);
      await openPanel(window);
    },
  },
  {
    name: 'no-folder',
    title: 'No folder',
    what: 'Nothing is indexed without a folder; the panel explains that and offers to open one.',
    place: 'editor',
    folder: 'none',
    open: openPanel,
  },
  {
    name: 'consent',
    title: 'Before anything is sent',
    what: 'A card in place of the answer: the recipient, the content, and the number of earlier questions; the exact request can be read first.',
    place: 'editor',
    before: () => slowModel(),
    open: async (window, folder) => {
      await askThere(window, folder);
      await cardOf(window);
    },
  },
  {
    name: 'models',
    step: 'model',
    title: 'Choosing a model',
    what: 'Quoting without a model is one of the choices.',
    place: 'editor',
    open: async () => undefined,
    again: async (window) => {
      await window.page.keyboard.press('Escape');
      await window.palette('MeshRAG: Choose Model');
      await window.page.locator('.quick-input-widget:visible .monaco-list-row').first().waitFor({ timeout: 20_000 });
      await sleep(500);
    },
  },
  {
    name: 'inline',
    title: 'An answer under its line',
    what: 'Ask Workspace Here: the answer in the editor itself, its sources, and a box for the next question.',
    place: 'editor',
    open: async (window, folder) => {
      await askThere(window, folder);
      await window.page.locator('.review-widget a[data-href*="openPlace"]').first().waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'inline-streaming',
    title: 'An answer under its line, while it is written',
    what: 'The text grows under the line; the first button of the header stops it.',
    place: 'editor',
    before: () => slowModel(60),
    open: async (window, folder) => {
      await askThere(window, folder);
      await agree(window);
      await window.page.locator('.review-widget', { hasText: 'lost' }).waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'hover',
    step: 'hover',
    title: 'A hover',
    what: 'Below the language’s own hover: places that share a rare name with the one under the mouse. If there are none, nothing is shown.',
    place: 'editor',
    open: async (_, folder) => folder,
    again: showHover,
  },
  {
    name: 'evidence',
    bright: true,
    title: 'Evidence',
    what: 'The evidence that two places share, rarest first, side by side with highlights, and the effect of leaving it out.',
    place: 'editor',
    open: async (window) => {
      const answer = await ask(window, question);
      await answer.locator('.why summary').first().click();
      await answer.locator('.why[open] .actions .link').first().click();
      await window.webviewFrame('.sides');
      await window.palette('View: Close Editors in Other Groups');
    },
  },
  {
    name: 'communities',
    bright: true,
    title: 'Communities',
    what: 'Parts, within them the communities of passages that share rare names, expanded to files and passages.',
    place: 'sidebar',
    open: async (window) => {
      await window.openSidebar('MeshRAG');
      // Room for the rows.
      for (const other of ['Ask', 'This Place']) await window.page.locator(`.pane-header[aria-label^="${other}"]`).click();
      const rows = await window.treeRows('Communities');
      await rows
        .filter({ hasText: /^(?:flask|core|node)/ })
        .first()
        .click();
      const level = (/** @type {number} */ n) => window.view('Communities').locator(`.monaco-list-row[aria-level="${n}"]`);
      await level(2)
        .filter({ hasText: /passages in/ })
        .first()
        .click();
      await level(3).first().click();
      await level(4).first().waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'place',
    title: 'This Place',
    what: 'Follows the cursor: where a name is defined, who uses, tests and documents it, and what shares names with it.',
    place: 'sidebar',
    open: async (window, folder) => {
      await goToClass(window, folder);
      await window.palette('MeshRAG: Show This Place');
      const rows = window.view('This Place').locator('.monaco-list-row', { hasText: /\.(py|rst)/ });
      await until('who uses it', async () => ((await rows.count()) > 2 ? true : undefined));
      await window.treeRows('Communities');
    },
  },
  {
    name: 'why',
    title: 'Why it is so',
    what: 'In This Place: the commits that made and last changed what is there, and what documents and comments say about it, in their authors’ words.',
    place: 'sidebar',
    open: async (window, folder) => {
      await goToClass(window, folder);
      await window.palette('MeshRAG: Show This Place');
      const place = window.view('This Place');
      await place.locator('.monaco-list-row').nth(3).waitFor({ timeout: 60_000 });
      await place.locator('.monaco-list').focus();
      await window.page.keyboard.press('End');
      await window.page.keyboard.press('ArrowRight');
      await sleep(5000);
      await window.page.keyboard.press('End');
    },
  },
  {
    name: 'peek',
    title: 'A peek',
    what: 'From a hover, a row of This Place or the box: the places in the editor’s own peek view, where the question was.',
    place: 'editor',
    open: async (window, folder) => {
      await showHover(window, folder);
      await window.page.locator('.monaco-hover:not(.hidden) a', { hasText: 'Peek' }).click();
      await window.page.locator('.peekview-widget .monaco-list-row').first().waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'description',
    title: 'What this workspace is',
    what: 'A page of the answer panel, from Describe This Workspace: every sentence is quoted, and each place is a link.',
    place: 'editor',
    open: async (window) => {
      await window.palette('MeshRAG: Describe This Workspace');
      const frame = await window.webviewFrame('.page h4');
      await frame.locator('.page blockquote').first().waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'report',
    title: 'The report of the index',
    what: 'Another page: what is indexed, every skipped file with its reason, and where secrets are masked.',
    place: 'editor',
    open: async (window) => {
      await window.palette('MeshRAG: Show Report');
      const frame = await window.webviewFrame('.page table');
      await frame.locator('.page details').first().waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'map',
    bright: true,
    title: 'Map',
    what: 'The largest parts, with the numbers of imports and calls between them; against the direction of most, an arrow is dashed.',
    place: 'editor',
    open: async (window) => {
      await window.palette('MeshRAG: Show Map');
      const frame = await window.webviewFrame('.map svg');
      await frame.locator('.box').first().waitFor({ timeout: 20_000 });
      await sleep(1500);
    },
  },
  {
    name: 'figures',
    title: 'Figures',
    what: 'Communities and their names as a sunburst, and the sketches of sampled chunks in the plane; both can be saved as SVG.',
    place: 'editor',
    open: openFigures,
  },
  {
    name: 'plot',
    few: true,
    title: 'Figures, the second one',
    what: 'Passages by similarity in the plane: close ones share names, colours are the largest communities; the size of the sample is shown.',
    place: 'editor',
    open: openFigures,
    again: (_, frame) => frame.locator('#sketches').evaluate((/** @type {Element} */ figure) => figure.scrollIntoView()),
  },
  {
    name: 'drift',
    step: 'rename',
    title: 'A retired name',
    what: 'Docs that mention a name the code no longer has: a hint at the mention, and the new name one key away.',
    place: 'editor',
    before: async (folder) => commitAndRename(folder),
    open: async (window, folder) => {
      await goTo(window, folder, 'docs/api.rst', 'stream_with_context');
      await window.page.locator('.squiggly-info').first().waitFor({ timeout: 30_000 });
      return folder;
    },
    again: async (window, folder) => {
      await window.page.keyboard.press('Escape');
      await goTo(window, folder, 'docs/api.rst', 'stream_with_context');
      await window.page.keyboard.press('F8');
      await window.page.keyboard.press('Escape');
      await window.page.keyboard.press('Control+Period');
      await window.page.locator('.action-widget', { hasText: 'Replace with' }).waitFor({ timeout: 20_000 });
      await sleep(300);
    },
  },
  {
    name: 'change',
    step: 'change',
    title: 'Your Change',
    what: 'In Source Control: users of what was changed that are not changed yet, tests to run, documents to read again, and names that are gone.',
    place: 'sidebar',
    before: async (folder) => ({ ...commitAndRename(folder, ['src/flask/helpers.py']), settings: {} }),
    open: async (window) => {
      await window.quickOpen('src/flask/helpers.py');
      await window.palette('MeshRAG: Show Your Change');
      await window.view('Your Change').locator('.monaco-list-row').nth(3).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'chat',
    title: 'In VS Code’s chat',
    what: '@mesh answers with the model selected there, names its sources and counts sentences without one. The model here is a stand-in that repeats the sources.',
    place: 'editor',
    before: async () => ({
      extensions: [path.resolve(import.meta.dirname, '../../test/fixtures/modelProvider')],
      settings: { 'chat.disableAIFeatures': false },
    }),
    open: async (window) => {
      await window.palette('Say in the chat');
      await window.page.locator('.quick-input-widget:visible input').first().waitFor();
      await window.page.keyboard.type(`stand-in: @mesh ${question}`, { delay: 5 });
      await window.page.keyboard.press('Enter');
      await agree(window);
      await window.page.locator('.interactive-response', { hasText: 'written by' }).last().waitFor({ timeout: 30_000 });
    },
  },
  {
    name: 'status',
    title: 'Status bar',
    what: 'The number of indexed files; the tooltip has the counts, and the skipped files with the reasons.',
    place: 'editor',
    open: async () => undefined,
    again: async (window) => {
      await window.statusBarItem(statusItem).hover();
      await window.page.locator('.monaco-hover table').waitFor({ timeout: 20_000 });
      await sleep(300);
    },
  },
  {
    name: 'menus',
    title: 'Menus',
    what: 'Ask about a file or folder, show this place, exclude it from the index.',
    place: 'sidebar',
    open: async (window) => {
      await window.quickOpen('src/flask/ctx.py');
      await window.page.keyboard.press('Control+Shift+E');
    },
    again: async ({ page }) => {
      // The first closes the submenu, the second the menu.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'ctx.py' }).first().click({ button: 'right' });
      await page.locator('.monaco-menu .action-item', { hasText: 'MeshRAG' }).last().hover();
      await page.locator('.monaco-submenu .action-label', { hasText: 'Exclude from Index' }).waitFor({ timeout: 20_000 });
      // The submenu opens slowly.
      await sleep(600);
    },
  },
  {
    name: 'walkthrough',
    title: 'Walkthrough',
    what: 'Five steps, each with a picture and one button that does it.',
    place: 'editor',
    open: async (window) => {
      await window.palette('MeshRAG: Get Started');
      await window.page.locator('.gettingStarted .getting-started-step').first().waitFor({ timeout: 20_000 });
      await sleep(1000);
    },
  },
];
