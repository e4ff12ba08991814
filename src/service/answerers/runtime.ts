/** Which version of a language, a platform or anything else the workspace needs: the lines of manifests and of documents at the root that say so. */

import type { Block } from '../../engine/answer/brief/block.ts';
import { isRecordText } from '../../engine/answer/records.ts';
import type { DocumentInfo } from '../../engine/index/reader.ts';
import { depthOf } from '../../engine/parts/sourcePaths.ts';
import { runtimeAskedFor } from '../../engine/question/newcomers/runtimeQuestions.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { isChangeLogPath, isTestPath } from '../../engine/text/names/pathNames.ts';
import { wordsOf } from '../../engine/util/strings.ts';
import { type Runtime, runtimeFiles } from '../../engine/vocabulary/newcomers/runtimes.ts';
import { type Answerer, answeredBy } from './answerer.ts';
import { blockAt } from './orientation/shownLines.ts';

/** Max places of manifests and of documents, and the levels of folders on which they are. */
const maxPlaces = 2;
const maxDepth = 3;
/** Lines that say it so close to each other are shown together. */
const linesTogether = 6;

export const runtime: Answerer<Runtime> = {
  isOfWorkspace: true,
  reads: ({ question }) => runtimeAskedFor(question),
  async answer(asked, { view, texts }) {
    const all = [...(await view.reader.documents())].sort((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1));
    const near = all.filter(({ path }) => depthOf(path) <= maxDepth && !isTestPath(path));
    const isGuide = (document: DocumentInfo): boolean => {
      const { path } = document;
      const language = languageNamed(document.language);
      if (depthOf(path) > 1 || language.headings === 'none' || isChangeLogPath(path)) return false;
      return !isRecordText(texts.wholeText(document) ?? '', language);
    };
    const kinds = [
      { documents: near.filter(({ path }) => wordsOf(runtimeFiles).some((end) => path.toLowerCase().endsWith(end))), line: keyLine(asked) },
      { documents: all.filter(isGuide), line: sentenceLine(asked) },
    ];
    const chunks: number[] = [];
    const blocks: Block[] = [];
    for (const { documents, line } of kinds) {
      let count = 0;
      for (const document of documents) {
        const lines = (texts.wholeText(document) ?? '').split('\n');
        const at = lines.findIndex((one) => line.test(one));
        const last = lines.slice(0, at + linesTogether).findLastIndex((one) => line.test(one));
        if (at < 0 || count === maxPlaces) continue;
        const found = await blockAt(document, { startLine: at + 1, endLine: last + 1 }, blocks.length + 1, view, texts);
        if (found === undefined || chunks.includes(found.chunk)) continue;
        count++;
        chunks.push(found.chunk);
        blocks.push(found.block);
      }
    }
    return blocks.length === 0 ? undefined : answeredBy({ chunks, blocks });
  },
};

/** A line of a manifest: a key at its beginning or after a blank, and a number after it. */
function keyLine({ keys }: Runtime): RegExp {
  return new RegExp(`(?:^|[\\s.<])${anyOf(keys)}(?![\\w.-]).*\\d`);
}

/** A line of a document: the name, and a number next to it. */
function sentenceLine({ names }: Runtime): RegExp {
  return new RegExp(`(?<![\\w.])${anyOf(names)}\\W{0,12}(?:v|version )?\\d`, 'i');
}

/** A pattern for any of some words. */
function anyOf(words: string): string {
  return `(?:${wordsOf(words)
    .map((word) => word.replace(/\W/g, '\\$&'))
    .join('|')})`;
}
