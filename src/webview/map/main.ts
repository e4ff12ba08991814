/** The map of a workspace: its parts and files, what they import and call of each other, and the same as a list. */

import '../shared/shared.css';
import './map.css';
import { defaultMapWords, type MapWords } from '../../protocol/panels/mapWords.ts';
import { type FromMap, toMap } from '../../protocol/panels/panelMap.ts';
import { check } from '../../protocol/schema.ts';
import { element } from '../shared/dom.ts';
import { listen, send } from '../shared/host.ts';
import { MapView } from './mapView.ts';

let words: MapWords = defaultMapWords;
let view: MapView | undefined;
let focus: string | undefined;
const main = element('main', { 'aria-busy': 'true' });
document.body.append(main);

function show(text: string, hasFailed = false): void {
  const again = (): void => {
    show(words.loading);
    send<FromMap>({ type: 'refresh' });
  };
  main.replaceChildren(
    element('h1', { class: 'visuallyHidden' }, words.mapTitle),
    element('p', { class: 'wait', role: 'status' }, text),
    ...(hasFailed ? [element('button', { class: 'secondary again', onclick: again }, words.retry)] : []),
  );
}

listen((raw) => {
  const message = check(toMap, raw);
  switch (message.type) {
    case 'words':
      words = message.words;
      document.title = words.mapTitle;
      show(words.loading);
      break;
    case 'wait':
      view = undefined;
      show(message.text, message.hasFailed);
      break;
    case 'map':
      if (message.map.parts.length === 0) {
        show(words.none);
        break;
      }
      view = new MapView(message.map, words, (answer) => send<FromMap>(answer));
      main.setAttribute('aria-busy', 'false');
      main.replaceChildren(element('h1', { class: 'visuallyHidden' }, words.mapTitle), view.root);
      if (focus !== undefined) view.focus(focus);
      focus = undefined;
      break;
    case 'focus':
      if (view === undefined) focus = message.id;
      else view.focus(message.id);
      break;
    case 'inside':
      view?.inside(message.inside);
      break;
    case 'uses':
      view?.uses(message.arrow, message.uses);
      break;
  }
});
send<FromMap>({ type: 'ready' });
