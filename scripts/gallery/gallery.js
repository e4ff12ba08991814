// npm run gallery -- FOLDER [VIEW...]: takes the screenshots of docs/gallery.md from the running extension on a copy of FOLDER. For Flask
// (https://github.com/pallets/flask), whose files the views name: every view in three themes and at two widths. For the other repositories
// of repositories.js: the views of a repository as a whole. Names select some of them, and NAME:THEME only one theme.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { openWorkbench } from '../../test/support/host/workbench.ts';
import { statusItem } from '../../test/support/meshrag.ts';
import { root } from '../lib/pinnedNode.js';
import { brightShots, Camera, fewShots, repositoryShots, shots, stepShots } from './camera.js';
import { repositories, repositoryOf, wholeViews } from './repositories.js';
import { views } from './views.js';

const target = path.join(root, 'docs/gallery');
const [folder = '', ...names] = process.argv.slice(2);
const repository = repositoryOf(folder);

if (repository === undefined) {
  console.error(`Name a checkout of ${repositories.map(({ title }) => title).join(', ')}: npm run gallery -- FOLDER [VIEW...]`);
  process.exitCode = 2;
} else {
  for (const made of [target, path.join(root, 'media/walkthrough')]) fs.mkdirSync(made, { recursive: true });
  for (const view of views) {
    const { taken, files } = picturesOf(view);
    if (taken.length === 0) continue;
    try {
      await takeView(view, taken, files);
      console.log(`${files.padEnd(20)} ${taken.length} pictures`);
    } catch (error) {
      console.error(`${files}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
      process.exitCode = 1;
    }
  }
  fs.writeFileSync(path.join(root, 'docs/gallery.md'), page());
}

/** The screenshots of a view that were asked for, and the prefix of their file names. @param {import('./views.js').View} view */
function picturesOf(view) {
  const flask = repository?.name === 'flask';
  const files = flask ? view.name : `${repository?.name}-${view.name}`;
  const all = flask
    ? view.few
      ? fewShots
      : [...shots, ...(view.bright ? brightShots : [])]
    : wholeViews.includes(view.name)
      ? repositoryShots
      : [];
  const chosen = names.map((name) => name.split(':')).filter(([name]) => name === view.name);
  const taken = all.filter(({ name }) => names.length === 0 || chosen.some(([, theme]) => theme === undefined || name.startsWith(theme)));
  return { taken, files };
}

/**
 * Opens the view in its own window and takes its screenshots.
 * @param {import('./views.js').View} view
 * @param {import('./camera.js').Shot[]} taken
 * @param {string} files prefix of their names
 */
async function takeView(view, taken, files) {
  const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'meshrag-gallery-'));
  const copy = path.join(scratch, String(repository?.name));
  if (view.folder === 'none') fs.writeFileSync(path.join(scratch, 'empty.code-workspace'), '{"folders": []}');
  else fs.cpSync(folder, copy, { recursive: true });
  const { settings, extensions = [], close } = (await view.before?.(copy)) ?? {};
  const window = await openWorkbench({
    folder: view.folder === 'none' ? path.join(scratch, 'empty.code-workspace') : copy,
    extensions: [root, ...extensions],
    settings: { 'window.title': repository?.name, ...settings },
    viewport: shots[0].size,
  });
  try {
    if (view.folder !== 'none') await window.statusBarText(statusItem, /\d files indexed/);
    const camera = new Camera(window, view.folder === 'none' ? undefined : copy);
    // The size first, then the view: an open dialog or menu would keep the side bar from closing.
    await camera.set(/** @type {import('./camera.js').Shot} */ (shots[0]), view.place);
    const state = await view.open(window, copy);
    const take = async (/** @type {import('./camera.js').Shot} */ shot, /** @type {string} */ file) => {
      await camera.set(shot, view.place);
      await view.again?.(window, state);
      await camera.take(path.join(root, file));
    };
    for (const shot of view.step && taken.length >= shots.length ? stepShots : [])
      await take(shot, `media/walkthrough/${view.step}-${shot.name}.webp`);
    for (const shot of taken) await take(shot, `docs/gallery/${files}-${shot.name}.webp`);
  } catch (error) {
    await window.screenshot(`failed-gallery-${files}`);
    throw error;
  } finally {
    await window.stop();
    await close?.();
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

function page() {
  const parts = ['# Gallery', ...intro()];
  for (const { name, title, what, bright, few } of views) {
    parts.push(`## ${title}`, what);
    const tones = few ? ['dark', 'light'] : ['dark', 'light', 'contrast', ...(bright ? ['bright'] : [])];
    const cell = (/** @type {string} */ shot) => `![${title}, ${shot.replaceAll('-', ' ')}](gallery/${name}-${shot}.webp)`;
    const rows = (few ? ['1280'] : ['1280', '400']).map((width) => `| ${tones.map((tone) => cell(`${tone}-${width}`)).join(' | ')} |`);
    const heads = tones.map((tone) => ({ contrast: 'high contrast', bright: 'light high contrast' })[tone] ?? tone);
    parts.push([`| ${heads.join(' | ')} |`, `|${' --- |'.repeat(tones.length)}`, ...rows].join('\n'));
  }
  parts.push('## Three repositories', ...repositories.flatMap(repositoryParts));
  return `${parts.join('\n\n')}\n`;
}

/** @param {import('./repositories.js').Repository} repository */
function repositoryParts({ name, title, learned }) {
  const files = (/** @type {string} */ view) => (name === 'flask' ? view : `${name}-${view}`);
  const row = (/** @type {string} */ view) =>
    `| ${repositoryShots.map((shot) => `![${title}, ${view}, ${shot.name.replace('-', ' ')}](gallery/${files(view)}-${shot.name}.webp)`).join(' | ')} |`;
  const heads = `| ${repositoryShots.map((shot) => shot.name.replace('-', ', ')).join(' | ')} |`;
  return [`### ${title}`, learned, [heads, `|${' --- |'.repeat(repositoryShots.length)}`, ...wholeViews.map(row)].join('\n')];
}

function intro() {
  return [
    'Every view and state of the extension, in a dark, a light and a high-contrast theme (the main ones in light high contrast too), at 1280 and at 400 ' +
      'pixels. The pictures are taken by `npm run gallery -- FOLDER` from the running extension on a checkout of ' +
      '[Flask](https://github.com/pallets/flask), those of other repositories by the same command on theirs.',
  ];
}
