import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointsToBefore } from '../../../src/core/answer/standing.ts';

test('what points back or goes on speaks of what was said before it', () => {
  for (const sentence of [
    'It then starts the server.',
    'It is used to share state.',
    'It was\n// changed to help.',
    'Its name is read first.',
    'This is done on every save.',
    "These don't apply to tests.",
    'This usually means a typo.',
    'They are merged.',
    'Otherwise, nothing is sent.',
    'Then the teapot is filled.',
    'In this case the file is read anew.',
  ])
    assert.ok(pointsToBefore(sentence), sentence);
});

test('what names its thing, or nothing, does not', () => {
  for (const sentence of [
    'The server starts.',
    'This function returns the port.',
    'Those who want more may ask.',
    'It is common to share state between handlers.',
    "It's very useful to know the port.",
    'It is possible that the file is gone.',
    'Instead of a port, a path may be given.',
    'Italics are slanted.',
    'Thistle is a plant.',
    'Andrew wrote it.',
  ])
    assert.ok(!pointsToBefore(sentence), sentence);
});
