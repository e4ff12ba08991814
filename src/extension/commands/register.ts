/** Registers every command of the extension; all but the shortest are implemented in files of their own. */

import * as vscode from 'vscode';
import { errorMessage } from '../../messages/messages.ts';
import { t } from '../../protocol/text/translate.ts';
import { askAbout, askLinked, askWorkspace, copyLink } from '../ask/askCommands.ts';
import { messageOf } from '../client/strings.ts';
import { openLinkedPlace } from '../editor/linkedPlaces.ts';
import { paperReport } from '../panels/figuresPanel.ts';
import { chooseRetriever } from '../retrievers/chooseRetriever.ts';
import { otherAngles } from '../retrievers/otherAngles.ts';
import { partOf } from '../views/communityNodes.ts';
import { connectEnds } from './connections.ts';
import type { CommandContext } from './context.ts';
import { excludeFromIndex } from './excludeFromIndex.ts';
import { clearIndex, pauseIndexing, rebuildIndex, resumeIndexing } from './indexing.ts';
import { showMore } from './more.ts';
import { copyReference, openToSide, peek } from './rowCommands.ts';
import { showEvidence } from './showEvidence.ts';
import { exportIndex, importIndex } from './transfer.ts';
import { openWalkthrough, tryHover } from './walkthrough.ts';

/** Registers all commands, and links to questions. Errors are logged and shown as one sentence. */
export function registerCommands(context: CommandContext): vscode.Disposable[] {
  const commands: Record<string, (argument?: unknown, more?: unknown) => unknown> = {
    'meshrag.ask': (argument) => askWorkspace(context, argument),
    'meshrag.askAbout': (argument, selected) => askAbout(context, argument, selected),
    'meshrag.askHere': (argument) => context.inline.askHere(argument),
    'meshrag.inline.reply': (argument) => context.inline.reply(argument),
    'meshrag.inline.close': (argument) => context.inline.close(argument),
    'meshrag.inline.stop': (argument) => context.inline.stop(argument),
    'meshrag.inline.retry': (argument) => context.inline.retry(argument),
    'meshrag.inline.searchText': (argument) => context.inline.searchText(argument),
    'meshrag.inline.continueInPanel': (argument) => context.inline.continueInPanel(argument),
    'meshrag.box.peek': () => context.askBox.peek(),
    'meshrag.box.open': () => context.askBox.openFirst(),
    'meshrag.box.complete': () => context.askBox.complete(),
    'meshrag.newQuestion': () => context.panels.showEmpty(),
    'meshrag.threads': () => context.panels.pickThread(),
    'meshrag.showEvidence': (argument, selected) => showEvidence(context, argument, selected),
    'meshrag.focusAnswer': () => context.panels.focusAnswer(),
    'meshrag.copyAnswer': () => context.panels.copyAnswer(),
    'meshrag.copyLink': () => copyLink(context),
    'meshrag.saveThread': () => context.panels.saveThread(),
    'meshrag.chooseRetriever': (argument) => chooseRetriever(context.offered, argument),
    'meshrag.compareRetrievers': (argument) => context.comparison.show(argument),
    'meshrag.otherAngles': (argument) => otherAngles(context.client, context.panels.lastQuery, argument),
    'meshrag.showPlace': (argument, selected) => context.place.show(argument, selected),
    'meshrag.followCursor': () => context.place.follow(),
    'meshrag.showChange': () => context.change.show(),
    'meshrag.fixNames': () => context.change.fixAll(),
    'meshrag.connect': (argument, selected) => connectEnds(context, argument, selected),
    'meshrag.showMap': (node) => context.map.show(partOf(node)),
    'meshrag.showFigures': () => context.figures.show(),
    'meshrag.describeWorkspace': () => context.description.show(),
    'meshrag.showPaperReport': () => context.panels.pages.show(paperReport(context.client)),
    'meshrag.openPlace': (argument) => openLinkedPlace(argument),
    'meshrag.openToSide': (row) => openToSide(row),
    'meshrag.peek': (row) => peek(row),
    'meshrag.copyReference': (row) => copyReference(row),
    'meshrag.excludeFromIndex': (argument, selected) => excludeFromIndex(argument, selected),
    'meshrag.tryHover': () => tryHover(context),
    'meshrag.openWalkthrough': () => openWalkthrough(),
    'meshrag.rebuild': () => rebuildIndex(context),
    'meshrag.clear': () => clearIndex(context),
    'meshrag.exportIndex': (argument) => exportIndex(context, argument),
    'meshrag.importIndex': (argument) => importIndex(context, argument),
    'meshrag.pause': () => pauseIndexing(context),
    'meshrag.resume': () => resumeIndexing(context),
    'meshrag.more': () => showMore(context.extension, context.client.status?.paused === true),
    'meshrag.showReport': () => context.report.show(),
    'meshrag.copyDiagnostics': () => copyDiagnostics(context),
    'meshrag.showLog': () => context.log.show(),
    ...context.models.commands,
    ...context.communities.commands,
  };
  const links = vscode.window.registerUriHandler({ handleUri: (uri) => askLinked(context, uri) });
  const registered = Object.entries(commands).map(([id, run]) =>
    vscode.commands.registerCommand(id, async (argument?: unknown, more?: unknown) => {
      try {
        return await run(argument, more);
      } catch (error) {
        if (error instanceof vscode.CancellationError) return undefined;
        context.log.error(`${id}: ${errorMessage(error)}`);
        const show = t('Show log');
        vscode.window.showErrorMessage(t('MeshRAG: {0}', messageOf(error)), show).then((choice) => choice === show && context.log.show());
        return undefined;
      }
    }),
  );
  return [links, ...registered];
}

/** Copies counts and versions for an issue; no paths, names or content. */
async function copyDiagnostics({ report }: CommandContext): Promise<void> {
  await vscode.env.clipboard.writeText(await report.diagnostics());
  vscode.window.setStatusBarMessage(t('Diagnostics copied: counts and versions, no paths, no content'), 5000);
}
