/** The page that the answer panel shows in place of its thread, until something is asked. */

import type { PanelPage } from '../../../protocol/panels/panelPage.ts';
import type { Page, PageTarget } from './page.ts';

/** Makes a page, as things are now. */
export interface PageSource {
  readonly title: string;
  make(): Promise<Page> | Page;
}

export interface Pages {
  /** What is on display, if not the thread. */
  readonly page: PanelPage | undefined;
  /** Shows the page and returns it. */
  show(source: PageSource): Promise<Page>;
  /** Makes the page again if it is on display. */
  redraw(source: PageSource): Promise<void>;
  /** Where a link of the page leads. */
  target(link: number): PageTarget | undefined;
  /** Shows the thread again. */
  leave(): void;
}

/** `changed` is called with every change; `reveal` brings the panel into view. */
export function createPages(changed: () => void, reveal: () => void): Pages {
  let shown: { readonly source: PageSource; readonly page?: Page } | undefined;

  async function make(source: PageSource): Promise<Page> {
    const page = await source.make();
    if (shown?.source === source) {
      shown = { source, page };
      changed();
    }
    return page;
  }

  function leave(): void {
    if (shown === undefined) return;
    shown = undefined;
    changed();
  }

  return {
    get page() {
      return shown && { title: shown.source.title, parts: shown.page?.parts ?? [] };
    },
    async show(source) {
      shown = { source };
      reveal();
      changed();
      try {
        return await make(source);
      } catch (error) {
        if (shown?.source === source) leave();
        throw error;
      }
    },
    async redraw(source) {
      if (shown?.source === source) await make(source);
    },
    target: (link) => shown?.page?.links[link],
    leave,
  };
}
