// Questions for a value are read as what it is of and what it measures; words that only ask are no part of that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueAskedFor } from '../../../../src/engine/question/newcomers/valueQuestions.ts';

function read(question: string, absent: readonly string[] = []) {
  const asked = valueAskedFor(
    question,
    () => 1,
    ({ text }) => absent.includes(text),
  );
  return asked && [asked.subject.map(({ text }) => text).join(' '), asked.isNumber];
}

test('what a value is of, and whether it is a number', () => {
  assert.deepEqual(read('What is the default harbour?'), ['harbour', false]);
  assert.deepEqual(read('How long is a tide kept?'), ['tide', true]);
  assert.deepEqual(read('Which harbour is used if I configure nothing?'), ['harbour', false]);
  assert.deepEqual(read("Which harbour does it use if I don't set one?"), ['harbour', false]);
  assert.deepEqual(read('How many boats fit in at the same time?'), ['boats fit', true]);
  assert.deepEqual(read('Wie lange bleibt eine Flut gültig?'), ['Flut', true]);
  assert.deepEqual(read('Quel est le port par défaut ?'), ['port', false]);
});

test('words that occur nowhere say nothing about the place, a measure by its noun is no subject', () => {
  assert.deepEqual(read('How many boats does it wolp by default?', ['wolp']), ['boats', true]);
  assert.deepEqual(read('What is the default timeout of a boat?'), ['boat', false]);
});

test('other questions ask for no value', () => {
  for (const question of ['How do I start it?', 'What happens if I change the size of a boat?', 'Where is a tide read?', 'How long?'])
    assert.equal(read(question), undefined);
});
