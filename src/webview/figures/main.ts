/**
 * The figures of the paper for this workspace: the sunburst of its communities and the plot of its sketches, each with a button to save it.
 */

import { t } from '../../protocol/text/translate.ts';
import '../shared/shared.css';
import './figures.css';
import { type FiguresResult, type FromFigures, maxFigureCommunities, type ToFigures, toFigures } from '../../protocol/figures.ts';
import { check } from '../../protocol/schema.ts';
import { count, element, icon } from '../shared/dom.ts';
import { listen, send } from '../shared/host.ts';
import { onPalette, type Palette, readPalette } from '../shared/palette.ts';
import { type Drawing, type LegendLine, svgFile } from '../shared/svg.ts';
import { sketchPlot } from './sketchPlot.ts';
import { numberedRing, sunburst } from './sunburst.ts';

const main = element('main', {});
document.body.append(main);
let shown: ToFigures | undefined;
/** Below this page width, in pixels, labels within the sunburst are too small to read. */
const narrow = 560;
let isNarrow = main.clientWidth < narrow;

function draw(): void {
  if (shown === undefined) return;
  if (shown.type === 'wait') {
    main.replaceChildren(element('p', { role: 'status' }, shown.text));
    return;
  }
  const { figures } = shown;
  document.title = t('Workspace figures');
  const palette = readPalette();
  // A theme change redraws the figures; an unfolded table stays unfolded.
  const isUnfolded = main.querySelector('details')?.open === true;
  if (figures.communities.length === 0) {
    main.replaceChildren(
      element('h1', {}, t('Workspace figures')),
      element('p', { role: 'status' }, t('No communities were found: no places in this workspace share rare names.')),
    );
    return;
  }
  main.replaceChildren(
    element('h1', {}, t('Workspace figures')),
    figure(
      'sunburst',
      t('Communities and their names'),
      { wide: () => sunburst(figures, palette), narrow: () => numberedRing(figures, palette) },
      palette,
      table(figures, isUnfolded),
    ),
    figure('sketches', t('Passages by similarity'), { wide: () => sketchPlot(figures, palette) }, palette),
  );
}

/** Two variants of a figure, for wide and narrow pages; the first is saved. */
interface Drawings {
  readonly wide: () => Drawing;
  readonly narrow?: () => Drawing;
}

function figure(name: string, title: string, drawings: Drawings, palette: Palette, more?: HTMLElement): HTMLElement {
  const drawing = ((isNarrow && drawings.narrow) || drawings.wide)();
  const save = (): void => send<FromFigures>({ type: 'save', figure: name, svg: svgFile(drawings.wide(), palette) });
  return element(
    'figure',
    { id: name },
    element('figcaption', {}, element('h2', {}, title), element('button', { class: 'secondary save', onclick: save }, t('Save as SVG'))),
    element('div', { class: 'drawing' }, drawing.svg, drawing.legend.length > 0 && legend(drawing.legend)),
    element('p', { class: 'note' }, drawing.note),
    more,
  );
}

function legend(lines: readonly LegendLine[]): HTMLElement {
  const items = lines.map(({ colour, opacity, text }) => {
    const swatch = element('span', { class: 'swatch' });
    swatch.style.background = colour;
    swatch.style.opacity = String(opacity);
    return element('li', {}, swatch, element('span', {}, text));
  });
  return element('ul', { class: 'legend' }, ...items);
}

/** The data of the sunburst as a table. */
function table({ communities }: FiguresResult, isUnfolded: boolean): HTMLElement {
  const head = [t('Community'), t('Passages'), t('Names')].map((text) => element('th', { scope: 'col' }, text));
  const rows = communities
    .slice(0, maxFigureCommunities)
    .map(({ name, size, entities }) =>
      element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, count(size)), element('td', {}, entities.join(', '))),
    );
  return element(
    'details',
    { open: isUnfolded },
    element('summary', {}, icon('chevron'), t('As a table')),
    element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows)),
  );
}

listen((raw) => {
  shown = check(toFigures, raw);
  draw();
});
onPalette(draw);
new ResizeObserver(() => {
  if (main.clientWidth < narrow === isNarrow) return;
  isNarrow = !isNarrow;
  draw();
}).observe(main);
send<FromFigures>({ type: 'ready' });
