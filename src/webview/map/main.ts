/** The map of a workspace: its parts and files, what they import and call of each other, and the same as a list. */

import '../shared/shared.css';
import './map.css';
import { type FromMap, toMap } from '../../protocol/panels/panelMap.ts';
import { check } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import { element } from '../shared/dom.ts';
import { listen, send } from '../shared/host.ts';
import { MapView } from './mapView.ts';

let view: MapView | undefined;
let focus: string | undefined;
const main = element('main', { 'aria-busy': 'true' });
document.body.append(main);

function show(text: string, hasFailed = false): void {
  const again = (): void => {
    show(t('Finding imports and calls'));
    send<FromMap>({ type: 'refresh' });
  };
  main.replaceChildren(
    element('h1', { class: 'visuallyHidden' }, t('Workspace map')),
    element('p', { class: 'wait', role: 'status' }, text),
    ...(hasFailed ? [element('button', { class: 'secondary again', onclick: again }, t('Try again'))] : []),
  );
}

listen((raw) => {
  const message = check(toMap, raw);
  switch (message.type) {
    case 'wait':
      view = undefined;
      show(message.text, message.hasFailed);
      break;
    case 'map':
      if (message.map.parts.length === 0) {
        show(t('None of the indexed files can be drawn.'));
        break;
      }
      view = new MapView(message.map, (answer) => send<FromMap>(answer));
      main.setAttribute('aria-busy', 'false');
      main.replaceChildren(element('h1', { class: 'visuallyHidden' }, t('Workspace map')), view.root);
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
document.title = t('Workspace map');
show(t('Finding imports and calls'));
send<FromMap>({ type: 'ready' });
