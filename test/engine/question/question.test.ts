import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxQuestionLength, questionTerms, readQuestion } from '../../../src/engine/question/question.ts';
import { type StemmedLanguage, stemmedLanguage } from '../../../src/engine/text/stemming/stems.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

test('terms are folded, stemmed and weighted by the root of their count; the first of several lines weighs more', () => {
  assert.deepEqual(questionTerms('The pilots piloted'), [{ term: 'pilot', weight: Math.SQRT2, stems: ['pilots'], forms: [] }]);
  assert.ok(questionTerms('Where is the linter?')[0]?.forms.includes('lint'));
  assert.deepEqual(questionTerms('Where is the `linter`?')[0]?.forms, []);
  const terms = questionTerms('Crash on start\n\nThe log says start failed');
  const weightOf = (term: string): number | undefined => terms.find((entry) => entry.term === term)?.weight;
  assert.equal(weightOf('crash'), 1.5);
  assert.equal(weightOf('log'), 1);
  assert.equal(weightOf('start'), Math.SQRT2 + 0.5);
});

test('words that only ask weigh less, in the language of the question', () => {
  const weightOf = (question: string, term: string) => questionTerms(question).find((entry) => entry.term === term)?.weight;
  assert.deepEqual([weightOf('What happens to the kettle?', 'happen'), weightOf('What happens to the kettle?', 'kettl')], [0.3, 1]);
  assert.equal(weightOf('The kettle happens to leak', 'happen'), 1);
  assert.deepEqual(
    [weightOf('Wie werden die Kessel gereinigt?', 'werden'), weightOf('Wie werden die Kessel gereinigt?', 'kessel')],
    [0.3, 1],
  );
});

const stemmed = (id: string) => stemmedLanguage(id) as StemmedLanguage;

test('a word has the stems of its own language and of those in which it is searched, and is what an identifier is in one piece', () => {
  const stemsOf = (question: string, ...ids: string[]) => questionTerms(question, ids.map(stemmed)).map(({ stems }) => stems);
  assert.deepEqual(stemsOf('ships'), [['ships']]);
  assert.deepEqual(stemsOf('nextdelay nextDelay kettle'), [['nextdelay'], [], [], [], ['kettle']]);
  assert.deepEqual(stemsOf('Leuchttürme', 'de'), [['leucht', 'leuchtturme']]);
  assert.deepEqual(stemsOf('Leuchttürme', 'de', 'nl'), [['leucht', 'leuchtturme']]);
  assert.deepEqual(questionTerms('Wo sind die Leuchttürme?').at(-1)?.stems, ['leucht', 'leuchtturme']);
  assert.deepEqual(
    questionTerms('leuchtturmWaerter', [stemmed('de')]).map(({ stems }) => stems),
    [[], ['leucht'], ['waert']],
  );
});

test('names are runs that begin like one, the longest first', () => {
  const { names } = readQuestion('who directed The Salt Garden');
  assert.equal(names[0], 'n:salt garden');
  assert.ok(names.includes('n:garden'));
  assert.ok(!names.some((name) => name.includes('directed')));
  assert.deepEqual(readQuestion('how does the answer panel work').names, []);
});

test('what is asked about a thing is not a name', () => {
  assert.deepEqual(readQuestion('What is the place of birth of Marta Quill?').names[0], 'n:marta quill');
  assert.ok(!readQuestion('What is the place of birth of Marta Quill?').names.some((name) => name.includes('place')));
});

test('neighbouring words may be the name of a file, written as one', () => {
  const { joinedPaths } = readQuestion('report no unused vars; the file server');
  assert.deepEqual(joinedPaths.get('p:fileserver'), ['p:file', 'p:server']);
  for (const path of ['p:file-server', 'p:no-unused-vars', 'p:no_unused_vars']) assert.ok(joinedPaths.has(path), path);
  for (const path of ['p:varsthe', 'p:reportnounusedvarsthe']) assert.ok(!joinedPaths.has(path), path);
});

test('symbols are words that look like identifiers, and backticked words', () => {
  assert.deepEqual([...readQuestion('why does createServer call `render` and save_all but not plain words').symbols].sort(), [
    's:createServer',
    's:render',
    's:save_all',
  ]);
});

test('files are named by stem, with or without folders and endings', () => {
  const { paths } = readQuestion('fix src/flask/app.py and core.rs, see (docs/x.md).');
  for (const path of ['p:app', 'p:core', 'p:x']) assert.ok(paths.includes(path), path);
});

test('files with their extension are recognised as far as their path goes, without line numbers', () => {
  const { files } = readQuestion('at run (src/Flask/app.py:12:3), see core.rs:7 and 2.4.1.3, i.e. nothing');
  assert.deepEqual(
    [...files],
    [
      ['src/flask/app.py', 'p:app'],
      ['core.rs', 'p:core'],
      ['i.e', 'p:i'],
    ],
  );
});

test('in a report the title weighs more, and the text of the form is skipped', () => {
  const report = `Saving fails\n\n<!-- Explain what happens -->\nThe call of \`save\` fails. ${'It is so. '.repeat(40)}`;
  const terms = questionTerms(report);
  const weightOf = (term: string): number | undefined => terms.find((entry) => entry.term === term)?.weight;
  assert.ok(readQuestion(report).isReport);
  assert.equal(weightOf('call'), 1);
  assert.equal(weightOf('explain'), undefined);
  assert.equal(weightOf('save'), Math.SQRT2 + 0.5);
});

test('questions about tests are recognised', () => {
  for (const question of ['add a test for the parser', 'fix test_basic', 'TestApp fails', 'update fixtures', 'what is in store_test.go?']) {
    assert.equal(readQuestion(question).aboutTests, true, question);
  }
  for (const question of [
    'the latest release',
    'attested values',
    'how is the contest judged',
    'fix parser\n\nrun the tests',
    'how does template_test register a function?',
    'where is `add_app_template_test` defined?',
    'How do I run the tests?',
  ]) {
    assert.equal(readQuestion(question).aboutTests, false, question);
  }
});

test('questions about changes are recognised', () => {
  for (const question of [
    'what changed in the parser?',
    'since when is it deprecated',
    'changelog of 2.0',
    'which version has tables',
    'how to migrate',
    'what broke in 2.4?',
    'v3.1 and plugins',
    'does 1.2.3 read tables?',
    "what's new in the parser?",
    'which options were added?',
    'what is in the next release?',
  ]) {
    assert.equal(readQuestion(question).aboutChanges, true, question);
  }
  for (const question of [
    'how are changes watched?',
    'fix: added files are read',
    'what is a channel for',
    'when does a save end',
    'initial support for Python 3.15',
    'which ciphers has TLS 1.3?',
    'Which Python versions are supported?',
    'What is the minimum version of Rust?',
    'what is the default size and how do I change it?',
    'which file do I edit to add a new rule?',
    'How do I release a new version?',
    'How is a new version released?',
    'How are releases made?',
    'Wie kann ich eine neue Version veröffentlichen?',
  ]) {
    assert.equal(readQuestion(question).aboutChanges, false, question);
  }
});

test('questions of any size and shape are read in time', async () => {
  for (const unit of ['x', 'a/', '`', 'a.b ', 'A ', '. ', '語', '"', 'what ', '1.']) {
    const question = unit.repeat(100_000);
    await assertUnder(2000, JSON.stringify(unit), () => cpuMs(() => [readQuestion(question), questionTerms(question)]));
  }
  assert.ok(maxQuestionLength > 1000);
  assert.deepEqual(questionTerms(''), []);
});
