/** Shows a build as work-done progress (`window/workDoneProgress`), with files done and total. */

import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver/node';
import { t } from '../protocol/text/translate.ts';
import type { FolderReport } from '../service/types/results.ts';

/** Shorter updates are not shown: saving a file is no event. Milliseconds. */
const patienceMs = 400;

export interface BuildProgress {
  /** Call on every change of the reports. */
  show(reports: readonly FolderReport[]): void;
  /** Ends the progress. */
  close(): void;
}

/** `supported` is false if the client lacks work-done progress. */
export function createBuildProgress(connection: Connection, supported: boolean): BuildProgress {
  let reporter: WorkDoneProgressServerReporter | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let last: { done: number; total: number } = { done: 0, total: 0 };
  /** Files done at the start, and its time. */
  let first = { done: 0, at: 0 };

  async function begin(): Promise<void> {
    timer = undefined;
    const created = await connection.window.createWorkDoneProgress();
    // Not cancellable: VS Code would turn it into a notification. Pausing is a command.
    created.begin(t('Indexing {0}', '').trim(), percentage(), message(), false);
    // Another build may have begun and been shown meanwhile.
    if (running && reporter === undefined) reporter = created;
    else created.done();
  }
  const message = () => progressMessage(last, performance.now() - first.at, first.done);
  const percentage = () => (last.total === 0 ? 0 : Math.floor((100 * last.done) / last.total));

  function end(): void {
    running = false;
    clearTimeout(timer);
    timer = undefined;
    reporter?.done();
    reporter = undefined;
  }

  return {
    show(reports) {
      const building = reports.filter((report) => report.state === 'indexing');
      if (!supported || building.length === 0) {
        if (running) end();
        return;
      }
      last = {
        done: building.reduce((sum, report) => sum + (report.progress?.filesDone ?? 0), 0),
        total: building.reduce((sum, report) => sum + (report.progress?.filesTotal ?? 0), 0),
      };
      if (reporter) reporter.report(percentage(), message());
      else if (!running) {
        running = true;
        first = { done: last.done, at: performance.now() };
        const isFirstBuild = building.some((report) => report.files === 0);
        timer = setTimeout(() => begin().catch(() => end()), isFirstBuild ? 0 : patienceMs);
      }
    },
    close: end,
  };
}

/** The rate is meaningless before this. Milliseconds. */
const rateAfterMs = 1000;

/** The progress after `elapsedMs`, in which all but `before` files were done; with rate and remaining time once these are meaningful. */
export function progressMessage({ done, total }: { done: number; total: number }, elapsedMs: number, before = 0): string {
  const [some, all] = [done.toLocaleString('en'), total.toLocaleString('en')];
  const rate = (done - before) / (elapsedMs / 1000);
  if (elapsedMs < rateAfterMs || !(rate > 0) || done >= total) return t('{0} of {1} files', some, all);
  const seconds = Math.ceil((total - done) / rate);
  return t(
    '{0} of {1} files · {2} files/s · {3} left',
    some,
    all,
    Math.ceil(rate).toLocaleString('en'),
    seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`,
  );
}
