/** Reports the state of the index to the client, by our own notification and as work-done progress. */

import { type StatusParams, statusNotification } from '../protocol/server.ts';
import type { FolderReport } from '../service/types/results.ts';
import { toFolderStatus } from './answers/convert.ts';
import { createBuildProgress } from './buildProgress.ts';
import { type Session, sessionConversion } from './session.ts';

/** Shorter updates are not reported: checking unchanged files every minute is no news. Milliseconds. */
const patienceMs = 500;

export interface StatusNotifier {
  /** The reports of the service, and of folders that could not be opened. */
  reports(): FolderReport[];
  notify(): void;
  close(): void;
}

/** `withProgress` is false if the client lacks work-done progress. */
export function createStatusNotifier(session: Session, withProgress: () => boolean): StatusNotifier {
  const { connection, service, folders, clientOptions } = session;
  const busySince = new Map<string, number>();
  let later: NodeJS.Timeout | undefined;
  let progress: ReturnType<typeof createBuildProgress> | undefined;
  const reports = () => [...service.report(), ...folders.problems()];

  /** The report as shown: an update of a known folder appears only after a while. */
  function calm(report: FolderReport): FolderReport {
    if (report.state !== 'indexing') {
      busySince.delete(report.folder);
      return report;
    }
    const since = busySince.get(report.folder) ?? Date.now();
    busySince.set(report.folder, since);
    const isShort = report.files > 0 && report.lastUpdateAt !== undefined && Date.now() - since < patienceMs;
    if (!isShort) return report;
    later ??= setTimeout(() => {
      later = undefined;
      notify();
    }, patienceMs);
    return { ...report, state: 'ready', progress: undefined };
  }

  function notify(): void {
    const current = reports().map(calm);
    progress ??= createBuildProgress(connection, withProgress());
    progress.show(current);
    const params: StatusParams = {
      folders: current.map((report) => toFolderStatus(report, sessionConversion(session))),
      paused: clientOptions.paused,
    };
    connection.sendNotification(statusNotification, params).catch(() => {});
  }

  const stopListening = service.onReport(notify);
  return {
    reports,
    notify,
    close() {
      clearTimeout(later);
      stopListening();
      progress?.close();
    },
  };
}
