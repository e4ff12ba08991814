/** The card for the hovered or chosen item: its name, what it shares, and for a link the lines of both ends. */

import type { Excerpt } from '../../protocol/evidence.ts';
import type { MapChunk } from '../../protocol/map.ts';
import type { MapWords } from '../../protocol/panels/mapWords.ts';
import { rangeText } from '../../protocol/places.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { count, element } from '../shared/dom.ts';
import { excerptView } from '../shared/excerptView.ts';
import type { Scene, Target } from './scene.ts';

/** The card's content; `excerpts` once they have arrived. */
export function drawCard(scene: Scene, target: Target, words: MapWords, excerpts: readonly Excerpt[] | undefined): HTMLElement[] {
  switch (target.kind) {
    case 'part': {
      const part = scene.part(target.index);
      return [
        element('strong', {}, part.name),
        element('p', { class: 'quiet' }, sizeText(part, words)),
        ...(part.says === '' ? [] : [element('p', {}, part.says)]),
        ...shares(part.entities, words),
      ];
    }
    case 'partLink': {
      const [a, b] = [scene.part(target.link.a), scene.part(target.link.b)];
      return [element('strong', {}, `${a.name} – ${b.name}`), ...shares(target.link.names, words)];
    }
    case 'area': {
      const area = scene.area(target.index);
      return [element('strong', {}, area.name), element('p', { class: 'quiet' }, sizeText(area, words)), ...shares(area.entities, words)];
    }
    case 'chunk': {
      const chunk = scene.unfolded.get(target.index)?.chunks[target.chunk];
      return chunk === undefined ? [] : chunkCard(chunk, words);
    }
    case 'link': {
      const [a, b] = [scene.area(target.link.a), scene.area(target.link.b)];
      return [element('strong', {}, `${a.name} – ${b.name}`), ...shares(target.link.names, words)];
    }
    case 'chunkLink': {
      const chunks = scene.unfolded.get(target.index)?.chunks;
      const ends = [chunks?.[target.link.a], chunks?.[target.link.b]].filter((chunk) => chunk !== undefined);
      return [
        element('strong', {}, fill(words.shares, target.link.names.join(', '))),
        ...ends.flatMap((chunk, i) => {
          const excerpt = excerpts?.[i];
          const label = element('p', { class: 'quiet' }, fill(words.lines, chunk.path, rangeText(chunk)));
          return [label, excerpt === undefined ? element('p', { class: 'quiet' }, words.reading) : excerptView(excerpt)];
        }),
      ];
    }
  }
}

/** How many passages and files a part or an area has. */
export function sizeText({ size, files }: { readonly size: number; readonly files: number }, words: MapWords): string {
  return fill(files === 1 ? words.sizeOneFile : words.size, count(size), count(files));
}

function shares(names: readonly string[], words: MapWords): HTMLElement[] {
  return names.length === 0 ? [] : [element('p', {}, fill(words.shares, names.join(', ')))];
}

function chunkCard(chunk: MapChunk, words: MapWords): HTMLElement[] {
  return [
    element('strong', {}, chunk.title || chunk.path),
    element('p', { class: 'quiet' }, fill(words.lines, chunk.path, rangeText(chunk))),
    ...shares(chunk.entities, words),
  ];
}
