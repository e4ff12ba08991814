import type { FromPanel, PanelState, PanelStatus } from '../../protocol/panels/panel.ts';
import type { PanelWords } from '../../protocol/panels/panelWords.ts';

/** Context for drawing every part of the panel. */
export interface Drawing {
  readonly state: PanelState;
  readonly status: PanelStatus | undefined;
  readonly words: PanelWords;
  readonly send: (message: FromPanel) => void;
}
