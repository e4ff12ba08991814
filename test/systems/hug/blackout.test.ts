/** The example of HugRAG's figure 1: a blackout stops the signals, which delays the commute; the answer shares no word with the question. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { hug } from '../../../src/systems/hug/hug.ts';
import { indexOf } from '../../support/memoryIndex.ts';

const notes = {
  'power/blackout.md': '# Blackout\n\nThe blackout began when Substation North lost a transformer. Grid Control cut Harbour Ward.\n',
  'power/substation.md': '# Substation North\n\nSubstation North feeds Harbour Ward. Grid Control watches it.\n',
  'power/grid.md': '# Grid Control\n\nGrid Control balances Substation North and Harbour Ward.\n',
  'power/ward.md': '# Harbour Ward\n\nHarbour Ward draws from Substation North at night, says Grid Control.\n',
  'signals/signals.md': '# Signals\n\nTraffic Desk saw all lamps of Mill Crossing go dark at seven; Lamp Crew came at nine.\n',
  'signals/crossing.md': '# Mill Crossing\n\nMill Crossing has four lamps. Lamp Crew keeps them for Traffic Desk.\n',
  'signals/desk.md': '# Traffic Desk\n\nTraffic Desk calls Lamp Crew to Mill Crossing.\n',
  'signals/crew.md': '# Lamp Crew\n\nLamp Crew has two vans, one at Mill Crossing, one at Traffic Desk.\n',
  'commute/commute.md': '# Commute\n\nThe commute over Bridge Road took an hour longer, wrote Bus Office. Tram Line stood still.\n',
  'commute/bridge.md': '# Bridge Road\n\nBridge Road carries Tram Line and the buses of Bus Office.\n',
  'commute/tram.md': '# Tram Line\n\nTram Line runs along Bridge Road; Bus Office sells its tickets.\n',
  'commute/office.md': '# Bus Office\n\nBus Office plans Tram Line and Bridge Road.\n',
};
const question = 'Why did the blackout slow the commute?';

async function found(verdict?: 'yes'): Promise<readonly string[]> {
  const reader = indexOf(notes).reader();
  const texts = { chunkText: async ({ path }: { readonly path: string }) => notes[path as keyof typeof notes] };
  const gates = verdict && { version: verdict, get: () => ({ direction: 'both' as const, kind: 'causes' as const }) };
  const { results } = await bind(hug, { selection: false }, { texts, ...(gates && { gates }) }).search(reader, question, { limit: 12 });
  return (await reader.chunkInfo(results.map(({ chunk }) => chunk))).map(({ path }) => path);
}

test('gates that a model confirms lead from the blackout to the signals, which no word of the question leads to', async () => {
  assert.ok(!(await found()).includes('signals/signals.md'));
  assert.ok((await found('yes')).includes('signals/signals.md'));
});
