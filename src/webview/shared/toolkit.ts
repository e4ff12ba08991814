/** The parts of the editor's toolkit that the panels use, each created in one call. */

import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { shown } from '../../protocol/text/visible.ts';

/** A button with a label; `secondary` if another one on the page is the default. */
export function button(label: string, onClick: () => void, secondary = false): HTMLElement {
  const made = document.createElement('vscode-button');
  made.textContent = shown(label);
  if (secondary) made.setAttribute('secondary', '');
  made.addEventListener('click', onClick);
  return made;
}

/** A progress bar; with its share if known. */
export function progressBar(label: string, share?: number): HTMLElement {
  const bar = document.createElement('vscode-progress-bar');
  bar.setAttribute('aria-label', shown(label));
  if (share === undefined) bar.setAttribute('indeterminate', '');
  else bar.setAttribute('value', String(Math.round(share * 100)));
  return bar;
}
