import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rawEntities } from '../../../src/systems/meshPaper/graph.ts';

function check(text: string, wanted: readonly string[]): void {
  assert.deepEqual(
    [...rawEntities(text)],
    wanted.map((name) => `n:${name}`),
  );
}

describe('rawEntities()', () => {
  it('reads the sentences of the case study like the paper', () => {
    check(
      "After a year at Barcelona's youth academy, La Masia, Messi was finally enrolled in the Royal Spanish Football Federation (RFEF) in February 2002.",
      ['barcelona', 'la masia', 'messi', 'royal spanish football federation', 'february'],
    );
    check(
      'Before creation of Warsaw Pact, fearing Germany rearmed, Czechoslovak leadership sought to create security pact with East Germany.',
      ['before', 'warsaw pact', 'germany', 'czechoslovak', 'east germany'],
    );
    check('Boiron is a manufacturer headquartered in France. It is the largest. Small', ['boiron', 'france', 'small']);
  });

  it('keeps a function word that begins a longer run', () => check('As Soviet Union fell', ['as soviet union']));
  it('folds accents and splits at particles', () => check('Cesc Fàbregas of the House of Arsenal', ['cesc fabregas', 'house', 'arsenal']));
  it('does not split camel case', () => check('createServer and HashMap', []));
});
