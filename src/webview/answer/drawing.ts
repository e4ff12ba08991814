import type { FromPanel, PanelState, PanelStatus } from '../../protocol/panels/panel.ts';

/** Context for drawing every part of the panel. */
export interface Drawing {
  readonly state: PanelState;
  readonly status: PanelStatus | undefined;
  readonly send: (message: FromPanel) => void;
}
