import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAnswer } from '../../../src/engine/answer/written/citations.ts';

import { StreamedMarkers, unsupportedMarker, withUnsupportedMarkers } from '../../../src/protocol/text/unsupported.ts';

const isKnown = (n: number) => n >= 1 && n <= 3;

const answers = [
  'The kettle of the queue [1]. No source says this at all.',
  'It is very hot, approx. 90 degrees. [2] It whistles for ages. [1]',
  'This has no source.\n\nAnd neither has that one\n- but this has [1]\n- this has not at all',
  'Code is not judged:\n\n```ts\nnothing. is. said. here.\n```\n\nBut this is judged.',
  'Is this judged, as a question? No.',
];

test('StreamedMarkers: an answer that arrives in pieces has the same markers as the whole', () => {
  for (const answer of answers) {
    const whole = withUnsupportedMarkers(answer, checkAnswer(answer, isKnown).unsupported);
    // Pieces end before a blank, as the server sends them; a bracketed number is never split.
    for (const pieces of [[answer], answer.split(/(?=\s)/), answer.split(/(?=\n)/)]) {
      const markers = new StreamedMarkers(isKnown);
      const shown = pieces.map((piece) => markers.push(piece)).join('') + markers.end();
      // Blanks may precede the marker: it depends on what follows them.
      const tight = (text: string) => text.replace(new RegExp(`(\\s+)${unsupportedMarker}`, 'g'), `${unsupportedMarker}$1`);
      assert.equal(tight(shown), whole);
    }
  }
});

test('StreamedMarkers: a marker in the text itself is dropped', () => {
  const markers = new StreamedMarkers(isKnown);
  assert.equal(markers.push(`Hot${unsupportedMarker} tea [1].`) + markers.end(), 'Hot tea [1].');
});
