import type { FromPanel, PanelState, PanelStatus } from '../../protocol/panels/panel.ts';
import type { PanelWords } from '../../protocol/panels/panelWords.ts';

/** What every part of the panel draws with. */
export interface Drawing {
  readonly state: PanelState;
  readonly status: PanelStatus | undefined;
  readonly words: PanelWords;
  readonly send: (message: FromPanel) => void;
}
