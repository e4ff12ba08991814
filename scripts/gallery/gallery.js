// npm run gallery -- FOLDER [VIEW...]: takes the pictures of docs/gallery.md from the running extension on a copy of FOLDER, a checkout of
// Flask (https://github.com/pallets/flask), whose files the views name. Every view in three themes and at two widths; names take part of them.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWorkbench } from '../../test/support/host/workbench.ts';
import { statusItem } from '../../test/support/meshrag.ts';
import { Camera, shots, stepShots } from './camera.js';
import { views } from './views.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const target = path.join(root, 'docs/gallery');
const [folder, ...names] = process.argv.slice(2);

if (folder === undefined || !fs.existsSync(path.join(folder, 'src/flask'))) {
  console.error('Name a checkout of Flask: npm run gallery -- FOLDER [VIEW...]');
  process.exitCode = 2;
} else {
  for (const made of [target, path.join(root, 'media/walkthrough')]) fs.mkdirSync(made, { recursive: true });
  const wanted = views.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const view of wanted) {
    try {
      await takeView(view);
      console.log(`${view.name.padEnd(20)} ${shots.length} pictures`);
    } catch (error) {
      console.error(`${view.name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
      process.exitCode = 1;
    }
  }
  fs.writeFileSync(path.join(root, 'docs/gallery.md'), page());
}

/**
 * Brings the view about in a window of its own and takes its pictures.
 * @param {import('./views.js').View} view
 */
async function takeView(view) {
  const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'meshrag-gallery-'));
  const copy = path.join(scratch, 'flask');
  if (view.folder === 'none') fs.writeFileSync(path.join(scratch, 'empty.code-workspace'), '{"folders": []}');
  else fs.cpSync(/** @type {string} */ (folder), copy, { recursive: true });
  const { settings, close } = (await view.before?.(copy)) ?? {};
  const window = await openWorkbench({
    folder: view.folder === 'none' ? path.join(scratch, 'empty.code-workspace') : copy,
    extensions: [root],
    settings: { 'window.title': 'flask', ...settings },
    viewport: shots[0].size,
  });
  try {
    if (view.folder !== 'none') await window.statusBarText(statusItem, /\d files can/);
    const camera = new Camera(window, view.folder === 'none' ? undefined : copy);
    // The room first, then the view: a dialog or a menu would not let the sidebar go.
    await camera.set(shots[0], view.place);
    const state = await view.open(window, copy);
    const take = async (/** @type {import('./camera.js').Shot} */ shot, /** @type {string} */ file) => {
      await camera.set(shot, view.place);
      await view.again?.(window, state);
      await camera.take(path.join(root, file));
    };
    for (const shot of view.step ? stepShots : []) await take(shot, `media/walkthrough/${view.step}-${shot.name}.webp`);
    for (const shot of shots) await take(shot, `docs/gallery/${view.name}-${shot.name}.webp`);
  } catch (error) {
    await window.screenshot(`failed-gallery-${view.name}`);
    throw error;
  } finally {
    await window.stop();
    await close?.();
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

function page() {
  const parts = ['# Gallery', ...intro()];
  for (const { name, title, what } of views) {
    parts.push(`## ${title}`, what);
    const cell = (/** @type {string} */ shot) => `![${title}, ${shot.replaceAll('-', ' ')}](gallery/${name}-${shot}.webp)`;
    const rows = ['1280', '400'].map(
      (width) => `| ${['dark', 'light', 'contrast'].map((theme) => cell(`${theme}-${width}`)).join(' | ')} |`,
    );
    parts.push(['| dark | light | high contrast |', '| --- | --- | --- |', ...rows].join('\n'));
  }
  const notes = path.join(root, 'scripts/gallery/notes.md');
  if (fs.existsSync(notes)) parts.push(fs.readFileSync(notes, 'utf8').trim());
  return `${parts.join('\n\n')}\n`;
}

function intro() {
  return [
    'Every view and state of the extension, in a dark, a light and a high-contrast theme, at 1280 and at 400 pixels. The pictures are taken by ' +
      '`npm run gallery -- FOLDER` from the running extension on a checkout of [Flask](https://github.com/pallets/flask).',
  ];
}
