/** Shows requests as pages of the answer panel: what a question would send, one that was sent, or all of them. */

import type { PossibleRequests } from '../../../protocol/answer.ts';
import { t } from '../../../protocol/text/translate.ts';
import { count, time } from '../../editor/numbers.ts';
import { Page } from '../../panels/answer/page.ts';
import type { PageSource, Pages } from '../../panels/answer/pages.ts';
import type { ShownRequest } from '../usableModel.ts';
import { addRequest, type RequestWords } from './requestParts.ts';
import type { RequestFacts, SentLog } from './sentLog.ts';

export interface RequestPages {
  /** Shows what a question would send, in order, and what may follow. */
  preview(requests: readonly (ShownRequest & RequestFacts)[], possible: readonly PossibleRequests[]): Promise<Page>;
  /** Shows the request with that id, or what was sent without one. */
  showSent(id?: string): Promise<Page>;
  /** Follows a log that was cleared. */
  cleared(): Promise<void>;
}

/** The panel is made after the models. */
export function createRequestPages(sent: SentLog, pages: () => Pages): RequestPages {
  const all: PageSource = {
    title: t('What MeshRAG sent'),
    async make() {
      const entries = await sent.list();
      const page = new Page();
      if (entries.length === 0) {
        page.line(nothing());
        return page;
      }
      const note = t(
        '{0} requests were sent to models from this workspace, most recent first. Beyond 8 MB the oldest are dropped.',
        count(entries.length),
      );
      page.line(note);
      page.list(
        [...entries].reverse().map((one) => [{ label: time(one.at), to: () => showSent(one.id) }, `\n${one.to}\n${factsText(one)}`]),
      );
      return page;
    },
  };

  async function showSent(id?: string): Promise<Page> {
    if (id === undefined) return pages().show(all);
    return pages().show({
      title: t('What was sent'),
      async make() {
        const page = new Page();
        const entry = (await sent.list()).find((one) => one.id === id);
        if (entry === undefined) page.line(t('This request is no longer in the log.'));
        else {
          page.line(time(entry.at));
          addRequest(page, entry, requestWords(entry));
        }
        return page;
      },
    });
  }

  return {
    preview: (requests, possible) => pages().show({ title: t('What would be sent'), make: () => previewPage(requests, possible) }),
    showSent,
    cleared: () => pages().redraw(all),
  };
}

function previewPage(requests: readonly (ShownRequest & RequestFacts)[], possible: readonly PossibleRequests[]): Page {
  const page = new Page();
  if (requests.length === 0) page.line(t('Nothing was found that could be sent.'));
  for (const one of requests) addRequest(page, one, requestWords(one));
  if (possible.length === 0) return page;
  page.heading(2, t('Depending on the replies, at most these requests follow:'));
  page.list(possible.map((one) => [possibleText(one)]));
  return page;
}

function nothing(): string {
  return t('Nothing has been sent to a model from this workspace.');
}

export function requestWords(facts: RequestFacts): RequestWords {
  return { facts: factsText(facts), body: t('The body as sent:') };
}

function factsText({ model, sources, earlier, masked, tokens }: RequestFacts): string {
  return t(
    'Model {0} · {1} sources · earlier turns: {2} · about {3} tokens · masked secrets: {4}',
    model,
    count(sources),
    count(earlier),
    count(tokens),
    count(masked),
  );
}

/** The bound of what may follow. */
function possibleText({ purpose, requests, tokens }: PossibleRequests): string {
  const bound = [count(requests), count(tokens)];
  if (purpose === 'embed')
    return t('{0} requests, {1} tokens in all: the question and the replies of models about the passages, to embed', ...bound);
  if (purpose === 'judge') return t('{0} requests of {1} tokens: the question and the passages found, to choose from', ...bound);
  return t('{0} requests of {1} tokens: the question, the thread and the passages found, to answer', ...bound);
}
