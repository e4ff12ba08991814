/** Tells the client how the index stands, by our own notification and by the editor's progress. */

import { type StatusParams, statusNotification } from '../protocol/server.ts';
import type { FolderReport } from '../service/results.ts';
import { toFolderStatus } from './answers/convert.ts';
import { createBuildProgress } from './buildProgress.ts';
import { conversionOf, type Session } from './session.ts';

/** An update shorter than this is not told as one: a look over unchanged files every minute is no news. Milliseconds. */
const patienceMs = 500;

export interface StatusTeller {
  /** The reports of the service, and of the folders that it could not open. */
  reports(): FolderReport[];
  tell(): void;
  close(): void;
}

/** `withProgress` is false where the client has no work-done progress. */
export function createStatusTeller(session: Session, withProgress: () => boolean): StatusTeller {
  const { connection, service, folders, wishes } = session;
  const busySince = new Map<string, number>();
  let later: NodeJS.Timeout | undefined;
  let progress: ReturnType<typeof createBuildProgress> | undefined;
  const reports = () => [...service.report(), ...folders.problems()];

  /** The report as it is told: an update of a known folder is one only after a while. */
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
      tell();
    }, patienceMs);
    return { ...report, state: 'ready', progress: undefined };
  }

  function tell(): void {
    const told = reports().map(calm);
    progress ??= createBuildProgress(connection, () => wishes.words, withProgress());
    progress.show(told);
    const params: StatusParams = { folders: told.map((report) => toFolderStatus(report, conversionOf(session))), paused: wishes.paused };
    connection.sendNotification(statusNotification, params).catch(() => {});
  }

  const stopListening = service.onReport(tell);
  return {
    reports,
    tell,
    close() {
      clearTimeout(later);
      stopListening();
      progress?.close();
    },
  };
}
