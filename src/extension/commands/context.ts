/** Shared dependencies of the commands. */

import type * as vscode from 'vscode';
import type { AskBox } from '../ask/box.ts';
import type { Examples } from '../ask/examples.ts';
import type { ServerClient } from '../client/client.ts';
import type { QuestionHistory } from '../editor/history.ts';
import type { InlineAnswers } from '../inline/inlineAnswers.ts';
import type { Models } from '../models/models.ts';
import type { AnswerPanels } from '../panels/answer/answerPanel.ts';
import type { EvidencePanel } from '../panels/evidencePanel.ts';
import type { FiguresPanel } from '../panels/figuresPanel.ts';
import type { MapPanel } from '../panels/mapPanel.ts';
import type { Description } from '../reports/description.ts';
import type { Report } from '../reports/report.ts';
import type { RetrieverComparison } from '../retrievers/compareRetrievers.ts';
import type { OfferedSystem } from '../retrievers/offered.ts';
import type { ChangeView } from '../views/changeTree.ts';
import type { CommunityView } from '../views/communityTree.ts';
import type { PlaceView } from '../views/placeTree.ts';

/** Shared dependencies of the commands. */
export interface CommandContext {
  readonly client: ServerClient;
  readonly models: Models;
  readonly askBox: AskBox;
  readonly examples: Examples;
  readonly panels: AnswerPanels;
  readonly inline: InlineAnswers;
  readonly evidence: EvidencePanel;
  readonly communities: CommunityView;
  readonly place: PlaceView;
  readonly change: ChangeView;
  readonly map: MapPanel;
  readonly figures: FiguresPanel;
  readonly history: QuestionHistory;
  readonly report: Report;
  readonly comparison: RetrieverComparison;
  readonly offered: readonly OfferedSystem[];
  readonly description: Description;
  readonly extension: vscode.Extension<unknown>;
  readonly log: vscode.LogOutputChannel;
}
