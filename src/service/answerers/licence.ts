/** The licence of the workspace: what the manifest and the README say of it, and the beginnings of the licences at the root. */

import type { Block } from '../../engine/answer/brief/block.ts';
import { parseSource } from '../../engine/answer/brief/parsedSource.ts';
import { asksAboutRights } from '../../engine/answer/demotion.ts';
import { sectionsIn } from '../../engine/answer/documentSections.ts';
import {
  asksForLicence,
  type EntryLines,
  entryQueryOf,
  findEntry,
  licenceLines,
  manifestRank,
} from '../../engine/answer/manifestEntries.ts';
import type { ChunkInfo, DocumentInfo } from '../../engine/index/reader.ts';
import { isReadme } from '../../engine/parts/sourcePaths.ts';
import { isLegalPath } from '../../engine/text/names/legal.ts';
import { termSizes } from '../ask/nothingFound.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import { type Answerer, answeredBy } from './answerer.ts';
import { blockAt } from './orientation/shownLines.ts';

/** Max places, and lines of a section and of one of several licences. */
const maxPlaces = 4;
const maxLines = 8;
const maxOfSeveral = 4;

const query = entryQueryOf('What licence is it under?');

export const licence: Answerer<true> = {
  isOfWorkspace: true,
  async reads({ question, view }) {
    if (!asksForLicence(question, () => false)) return undefined;
    const sizes = await termSizes(view.reader, question);
    return asksForLicence(question, (term) => (sizes.get(term) ?? 0) > 0) || undefined;
  },
  async answer(_, { view, texts }) {
    const atRoot = (await view.reader.documents()).filter(({ path }) => !path.includes('/')).sort((a, b) => (a.path < b.path ? -1 : 1));
    const [notices, others] = [atRoot.filter(({ path }) => isLegalPath(path)), atRoot.filter(({ path }) => !isLegalPath(path))];
    const licences = notices.filter(({ path }) => /licen[cs]e|copying/i.test(path));
    const legal = licences.length > 0 ? licences : notices;
    const manifests = others.filter(({ path }) => manifestRank(path) === 1);
    const readmes = others.filter(({ path }) => isReadme(path)).sort((a, b) => a.path.length - b.path.length);
    const places: { readonly document: DocumentInfo; readonly lines: EntryLines | undefined }[] = [];
    for (const document of [...manifests, ...readmes.slice(0, 1), ...legal]) {
      const [first] = await view.reader.chunkInfo([document.firstChunk]);
      if (first !== undefined) places.push({ document, lines: linesOf(first, legal.length, texts) });
    }
    const chunks: number[] = [];
    const blocks: Block[] = [];
    for (const { document, lines } of places) {
      const found = lines && blocks.length < maxPlaces ? await blockAt(document, lines, blocks.length + 1, view, texts) : undefined;
      if (found === undefined) continue;
      chunks.push(found.chunk);
      blocks.push(found.block);
    }
    return blocks.length === 0 ? undefined : answeredBy({ chunks, blocks });
  },
};

/** The lines of a file that name the licence; `licences` of them are at the root. */
function linesOf(info: ChunkInfo, licences: number, texts: Texts): EntryLines | undefined {
  const { path } = info;
  const text = texts.wholeText(info);
  if (text === undefined) return undefined;
  if (isLegalPath(path)) return licenceLines(text, licences > 1 ? maxOfSeveral : undefined);
  if (!isReadme(path)) return query && findEntry(path, text, query);
  const parsed = parseSource({ ...info, n: 1, text, secrets: texts.secretsOf(info), isDemoted: false });
  const section = sectionsIn(parsed).find((units) => asksAboutRights(units[0]?.subject.at(-1) ?? ''));
  const [first, last] = [section?.[0], section?.at(-1)];
  return first && last && { startLine: first.first + 1, endLine: Math.min(last.last, first.first + maxLines - 1) + 1 };
}
