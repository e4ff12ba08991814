/** The removed names, kept up to date with the index and the checked-out commit. */

import * as vscode from 'vscode';
import { errorMessage } from '../../messages/messages.ts';
import { driftRequest, type WireMention } from '../../protocol/drift.ts';
import type { FolderStatus } from '../../protocol/places.ts';
import type { ServerClient } from '../client/client.ts';
import { localFolders } from '../client/configuration.ts';
import { indexRevision } from '../client/indexRevision.ts';

/** How long changes are debounced before the server is asked again, in milliseconds. */
const debounceMs = 400;
/** Delay after a failed request; doubles each time, up to a maximum. Milliseconds. */
const minPauseMs = 3000;
const maxPauseMs = 10 * 60_000;

export interface Drift extends vscode.Disposable {
  /** Every mention of a removed name, by path and line; empty while the setting is off or nothing is indexed. */
  readonly mentions: readonly WireMention[];
  readonly onDidChange: vscode.Event<void>;
}

export function createDrift(client: ServerClient, log: vscode.LogOutputChannel): Drift {
  const changed = new vscode.EventEmitter<void>();
  let mentions: readonly WireMention[] = [];
  /** Number of files that could not be compared. */
  let missing = 0;
  let askedFor: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: vscode.CancellationTokenSource | undefined;
  let pauseMs = minPauseMs;

  function show(next: readonly WireMention[]): void {
    if (next.length === 0 && mentions.length === 0) return;
    mentions = next;
    changed.fire();
  }

  async function ask(): Promise<void> {
    timer = undefined;
    running?.cancel();
    const cancellation = new vscode.CancellationTokenSource();
    running = cancellation;
    try {
      const { folders } = await client.request(driftRequest, {}, cancellation.token);
      if (cancellation.token.isCancellationRequested) return;
      pauseMs = minPauseMs;
      const left = folders.reduce((sum, folder) => sum + folder.missing.length, 0);
      if (left > 0 && left !== missing)
        log.warn(`Names that are gone: the repository lacks the contents of ${left} files of the commit, which are left out`);
      missing = left;
      show(folders.flatMap((folder) => folder.mentions));
    } catch (error) {
      if (cancellation.token.isCancellationRequested) return;
      log.warn(`Names that are gone: ${errorMessage(error)}`);
      // Nothing else may trigger another attempt.
      timer ??= setTimeout(again, pauseMs);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    } finally {
      cancellation.dispose();
      if (running === cancellation) running = undefined;
    }
  }

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(ask, debounceMs);
  }

  function again(): void {
    askedFor = undefined;
    follow();
  }

  function follow(): void {
    if (!isOn() || indexedFolders(client)?.length === 0) {
      askedFor = undefined;
      clearTimeout(timer);
      running?.cancel();
      show([]);
      return;
    }
    const update = updateOf(client);
    if (update === undefined || update === askedFor) return;
    askedFor = update;
    soon();
  }

  const commits = watchCommits(() => askedFor !== undefined && soon());
  const listening = vscode.Disposable.from(
    client.onDidChange(follow),
    commits,
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('meshrag.drift') && follow()),
  );
  return {
    get mentions() {
      return mentions;
    },
    onDidChange: changed.event,
    dispose() {
      clearTimeout(timer);
      running?.cancel();
      listening.dispose();
      changed.dispose();
    },
  };
}

function isOn(): boolean {
  return vscode.workspace.getConfiguration('meshrag').get('drift', true);
}

/** The folders that have or will have an index; undefined if the server has not reported any yet. */
function indexedFolders({ status }: ServerClient): readonly FolderStatus[] | undefined {
  return status?.folders.filter(({ state }) => state !== 'problem' && state !== 'disabled');
}

/** Changes with every update of the index, even one that found nothing: git may have changed. */
function updateOf(client: ServerClient): string | undefined {
  const revision = indexRevision(client);
  return revision && `${revision}\n${client.status?.folders.map(({ lastUpdateAt }) => lastUpdateAt).join(' ')}`;
}

/** A commit, a checkout and a reset are recorded in the log of HEAD. */
function watchCommits(onCommit: () => void): vscode.Disposable {
  let watchers: vscode.Disposable[] = [];
  const stop = (): void => vscode.Disposable.from(...watchers).dispose();
  const watch = (): void => {
    stop();
    watchers = localFolders().map((folder) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '.git/logs/HEAD'));
      return vscode.Disposable.from(watcher, watcher.onDidChange(onCommit), watcher.onDidCreate(onCommit));
    });
  };
  watch();
  return vscode.Disposable.from(vscode.workspace.onDidChangeWorkspaceFolders(watch), { dispose: stop });
}
