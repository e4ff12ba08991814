import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page } from '../../src/extension/panels/answer/page.ts';
import { createPages } from '../../src/extension/panels/answer/pages.ts';
import { pageText } from '../support/pageText.ts';

function pageOf(text: string): Page {
  const page = new Page();
  page.line(text, { label: ' more', to: () => text });
  return page;
}

test('a page is shown while it is made, then as it is, until it is left', async () => {
  const seen: (string | undefined)[] = [];
  let reveals = 0;
  const pages = createPages(
    () => seen.push(pages.page && `${pages.page.title}: ${pageText(pages.page)}`),
    () => void reveals++,
  );
  const source = { title: 'Kettles', make: async () => pageOf('Three') };
  await pages.show(source);
  const target = pages.target(0);
  assert.equal(typeof target === 'function' && target(), 'Three');
  assert.equal(pages.target(1), undefined);
  pages.leave();
  pages.leave();
  assert.deepEqual(seen, ['Kettles: ', 'Kettles: Three more', undefined]);
  await pages.redraw(source);
  assert.equal(pages.page, undefined);
  assert.equal(reveals, 1);
});

test('a page that cannot be made leaves the thread; one that is overtaken is not shown', async () => {
  const pages = createPages(
    () => undefined,
    () => undefined,
  );
  await assert.rejects(pages.show({ title: 'Lost', make: () => Promise.reject(new Error('no server')) }), /no server/);
  const shown = (): (typeof pages)['page'] => pages.page;
  assert.equal(shown(), undefined);
  let finish: (page: Page) => void = () => undefined;
  const slow = pages.show({
    title: 'Slow',
    make: () =>
      new Promise<Page>((resolve) => {
        finish = resolve;
      }),
  });
  await pages.show({ title: 'Quick', make: () => pageOf('here') });
  finish(pageOf('too late'));
  await slow;
  assert.equal(shown()?.title, 'Quick');
  assert.equal(pageText(shown() ?? { parts: [] }), 'here more');
});
