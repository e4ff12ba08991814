/** The parts of the editor's own toolkit that the panels use, as elements made in one line. */

import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { shown } from '../../protocol/text/visible.ts';

/** A button with a label; `secondary` where another one on the page is meant to be pressed. */
export function button(label: string, onClick: () => void, secondary = false): HTMLElement {
  const made = document.createElement('vscode-button');
  made.textContent = shown(label);
  if (secondary) made.setAttribute('secondary', '');
  made.addEventListener('click', onClick);
  return made;
}

/** A bar under which something is being done; how far it is where that is known. */
export function progressBar(label: string, share?: number): HTMLElement {
  const bar = document.createElement('vscode-progress-bar');
  bar.setAttribute('aria-label', shown(label));
  if (share === undefined) bar.setAttribute('indeterminate', '');
  else bar.setAttribute('value', String(Math.round(share * 100)));
  return bar;
}
