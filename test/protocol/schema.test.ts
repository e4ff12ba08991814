import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answerEventParams } from '../../src/protocol/answer.ts';
import { evidenceParams, excerptParams } from '../../src/protocol/evidence.ts';
import { fromFigures, toFigures } from '../../src/protocol/figures.ts';
import { modelChatParams, modelChatResult } from '../../src/protocol/model.ts';
import { fromPanel, toPanel } from '../../src/protocol/panels/panel.ts';
import { fromEvidence, toEvidence } from '../../src/protocol/panels/panelEvidence.ts';
import { fromMap, toMap } from '../../src/protocol/panels/panelMap.ts';
import { panelThread } from '../../src/protocol/panels/panelThread.ts';
import {
  check,
  firstOf,
  integer,
  list,
  listNames,
  object,
  optional,
  type Schema,
  TooLongError,
  text,
  variants,
} from '../../src/protocol/schema.ts';
import { askParams, configureParams } from '../../src/protocol/server.ts';
import { answerStates, evidenceStates } from '../support/panelStates.ts';
import { wrongValues } from '../support/wrongValues.ts';

const messages: readonly Schema<unknown>[] = [
  ...[askParams, configureParams, evidenceParams, excerptParams, answerEventParams, modelChatParams, modelChatResult, panelThread],
  ...[fromPanel, toPanel, fromEvidence, toEvidence, fromMap, toMap, fromFigures, toFigures],
];

test('check() returns the listed fields and names the path to an error', () => {
  const point = object({ x: integer(0, 9), label: optional(text(3)) });
  const shape = variants('kind', { dot: point, line: object({ ends: list(point, 2), names: list(text(), 2) }) });
  assert.deepEqual(check(shape, { kind: 'dot', x: 1, label: null, more: 1 }), { kind: 'dot', x: 1 });
  const line = { kind: 'line', ends: [{ x: 1 }, { x: 10 }], names: [] };
  assert.throws(() => check(shape, line), new RangeError('"ends[1].x" is out of range: 10, expected 0 to 9'));
  assert.throws(() => check(shape, line, 'shape'), /^RangeError: "shape\.ends\[1\]\.x"/);
  assert.throws(() => check(shape, { kind: 'dot', x: '1' }), new TypeError('"x" is string, expected a whole number'));
  assert.throws(() => check(shape, { kind: 'dot', x: 1, label: 'long' }), TooLongError);
  assert.throws(() => check(shape, { kind: 'arc' }), new TypeError('"kind" is "arc", expected one of dot, line'));
  assert.throws(() => check(shape, [shape]), new TypeError('The message is a list, expected an object'));
  assert.throws(() => check(list(text(), 1), ['a', 'b'], 'names'), /"names" has 2 items, at most 1 are allowed/);
  assert.deepEqual(check(firstOf(text(), 1), ['a', 2], 'names'), ['a']);
});

test('no value breaks a check: it is rejected by a TypeError or a RangeError, or accepted as typed', () => {
  for (const schema of messages)
    fc.assert(
      fc.property(fc.anything(), (value) => refusedOrStable(schema, value)),
      { numRuns: 200 },
    );
  const others = [undefined, null, -1, '', []];
  const answer = answerStates.answer?.at(-1);
  for (const wrong of wrongValues(answer, others)) refusedOrStable(toPanel, wrong);
  for (const wrong of wrongValues(evidenceStates.pair, others)) refusedOrStable(toEvidence, wrong);
});

test('names near an unknown one are listed first', () => {
  assert.equal(listNames(['mesh', 'bm25', 'unweaver'], 'unweavr'), 'unweaver, mesh, bm25');
});

/** What is accepted is accepted again unchanged: by the next process, or from storage. */
function refusedOrStable(schema: Schema<unknown>, value: unknown): void {
  let taken: unknown;
  try {
    taken = check(schema, value);
  } catch (error) {
    assert.ok(error instanceof TypeError || error instanceof RangeError);
    assert.match(error.message, /^(?:"|The message is )/);
    return;
  }
  assert.deepEqual(check(schema, taken), taken);
}
