import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerSource } from '../../../src/core/answer/candidates.ts';
import { askedNames, documentingStatement } from '../../../src/core/answer/documented.ts';
import { quotesFor } from '../../../src/core/answer/extractive.ts';
import { statementsOf } from '../../../src/core/answer/statements.ts';

function saidOf(question: string, text: string): string | undefined {
  const statements = statementsOf(text, 'code');
  const [statement] = askedNames(question).flatMap((name) => documentingStatement(text, statements, name) ?? []);
  return statement && text.slice(statement.from, statement.to);
}

const python = [
  'class Tide(Base):',
  '    @cached',
  '    def next_high(',
  '        self,',
  '        place: str,',
  '    ):',
  '        """!!! note "Manual"',
  '            See the manual.',
  '',
  '        Tells when the water stands highest. All times are local.',
  '        """',
  '        return self.table[place]',
  '',
  '    def next_low(self, place: str):',
  '        return self.table[place] + 6',
].join('\n');
const rust = [
  '/// A line of an older comment.',
  '',
  '/// Ropes that hold a ship. They are',
  '/// counted by the harbour.',
  '#[derive(Clone)]',
  'pub struct MooringLines {',
  '    count: usize,',
  '}',
].join('\n');
const script =
  '/**\n * Opens the gate.\n * @param force - whether it must\n */\nexport async function openGate(force) {\n  return gate.open(force);\n}\n';

test('the comment above a definition, or the documentation string below it, says what it is', () => {
  assert.equal(saidOf('What does next_high do?', python), 'Tells when the water stands highest.');
  assert.equal(saidOf('How do MooringLines work?', rust), 'Ropes that hold a ship.');
  assert.equal(saidOf('What does openGate do?', script), 'Opens the gate.');
  assert.equal(
    saidOf('What is `tide`?', python.replace('class Tide(Base):', '# What the table of tides tells.\nclass Tide:')),
    'What the table of tides tells.',
  );
});

test('what is not documented, or not defined, is not told by another comment', () => {
  assert.equal(saidOf('What does next_low do?', python), undefined);
  assert.equal(saidOf('What does table_of_tides do?', python), undefined);
  assert.equal(
    saidOf('What does openGate do?', script.replace('export async function openGate(force)', 'function other(openGate)')),
    undefined,
  );
  assert.equal(saidOf('How high is the water?', python), undefined);
});

test('it is quoted first of all', () => {
  const quotes = quotesFor('What does next_high do?', [{ n: 1, text: python, kind: 'code', title: 'Tide' }], () => 1);
  assert.ok(quotes.some(({ text }) => text === 'Tells when the water stands highest.'));
});

test('asked where something is defined, the line that defines it comes first, also from further down', () => {
  const near: AnswerSource = { n: 1, text: 'Orders are kept in an order store.\n', kind: 'doc', title: 'Order store' };
  const text =
    'function main() {\n  const orderStore = open();\n}\n\n/** Keeps orders. */\nexport class OrderStore {\n  readonly path = 1;\n}\n';
  const far: AnswerSource = { n: 12, text, kind: 'code', title: 'OrderStore', isFurther: true };
  const quotes = quotesFor('Where is the order store defined?', [near, far], () => 1);
  assert.deepEqual(
    quotes.map((quote) => quote.text),
    ['Keeps orders.', 'export class OrderStore {', 'Orders are kept in an order store.'],
  );
  assert.ok(!quotesFor('What does the order store do?', [near, far], () => 1).some(({ n }) => n === 12));
});
