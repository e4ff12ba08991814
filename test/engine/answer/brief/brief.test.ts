// Answers without a model: self-contained blocks, the right state, the question's language first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from '../../../../src/engine/answer/brief/blockText.ts';
import { composeBrief } from '../../../../src/engine/answer/brief/brief.ts';
import type { BriefSource } from '../../../../src/engine/answer/brief/source.ts';
import { briefSource } from '../../../support/briefSources.ts';

const known = (): number => 1;

function ask(question: string, ...sources: readonly BriefSource[]) {
  const numbered = sources.map((source, i) => ({ ...source, n: i + 1 }));
  const { state, blocks, seeAlso } = composeBrief(question, numbered, known);
  return { state, seeAlso, blocks, texts: blocks.map((block) => blockText(block)) };
}

const guide = `# Kettles

A kettle boils water. It is filled at the tap.

## Descaling

Scale builds up where the water is hard. To remove it, run:

\`\`\`sh
kettle descale --acid citric
\`\`\`

Rinse it twice.

## Safety

The lid locks because steam would burn the hand.
`;

test('a paragraph that introduces code is shown with the code, under its headings', () => {
  const { state, blocks, texts } = ask('How do I remove scale from hard water?', briefSource(guide));
  assert.equal(state, 'answer');
  assert.equal(blocks[0]?.subject, 'Kettles › Descaling');
  assert.match(texts[0] ?? '', /^Scale builds up .* run:\n\n```sh\nkettle descale --acid citric\n```/);
});

test('one or two words answer surely only where a heading is made of them', () => {
  assert.equal(ask('How is it descaled?', briefSource(guide)).state, 'answer');
  assert.equal(ask('What about the lid and the steam?', briefSource(guide)).state, 'closest');
  assert.equal(ask('Why does the lid lock against steam?', briefSource(guide)).state, 'answer');
});

test('code that is named after what is to be done does not say how to do it', () => {
  const code = briefSource('def descale_kettle(acid):\n    return acid\n', { kind: 'code', path: 'kettle.py', title: 'descale_kettle' });
  assert.equal(ask('How do I descale the kettle?', code).state, 'closest');
  assert.equal(ask('What does descaling a kettle do?', code).state, 'answer');
});

test('where code may not answer, a document that does comes before it', () => {
  const code = briefSource('def remove_scale(kettle):\n    return kettle\n', { kind: 'code', path: 'kettle.py', title: 'remove_scale' });
  const shown = (question: string, ...sources: readonly BriefSource[]) => {
    const { state, blocks } = ask(question, ...sources);
    return [state, ...blocks.map(({ n }) => n)];
  };
  assert.deepEqual(shown('How do I remove scale from hard water?', code, briefSource(guide)), ['answer', 2, 1]);
  assert.deepEqual(shown('What is done about scale from hard water?', code, briefSource(guide)), ['answer', 2]);
  // Not one that may not answer either, nor one that the question does not ask for.
  assert.equal(shown('How do I remove scale from hard water?', code, { ...briefSource(guide), isDemoted: true })[1], 1);
  assert.deepEqual(shown('How do I remove scale from hard water?', code, briefSource('# Scale\n\nThere is scale.\n'))[1], 1);
});

const sessions = `"""Sessions."""
import hmac


class Signer:
    """Signs values."""

    def __init__(self, key):
        self.key = key

    # The digest is compared in constant time.
    def unsign(self, value):
        """Returns the payload of a signed value.

        Raises BadSignature where the digest is wrong.
        """
        payload, digest = value.rsplit(".", 1)
        if not hmac.compare_digest(digest, self.digest(payload)):
            raise BadSignature(value)
        return payload

    def digest(self, payload):
        return hmac.new(self.key, payload).hexdigest()
`;

test('a definition is shown with its comment and under its own name, indented as in the file', () => {
  const source = briefSource(sessions, { kind: 'code', path: 'sessions.py' });
  const { blocks, texts } = ask('Which digest comparison raises BadSignature for a wrong payload?', source);
  assert.equal(blocks[0]?.subject, 'Signer.unsign');
  const text = texts[0] ?? '';
  assert.match(text, /^# The digest is compared in constant time\.\ndef unsign\(self, value\):\n {4}"""/);
  for (const line of text.split('\n').filter((one) => !one.includes('left out'))) assert.ok(sessions.includes(line), line);
});

test('a licence at the start of a source is shown only for questions about rights', () => {
  const licence = '# Copyright The Kettle Authors.\n# You may boil the kettle where the terms of the licence permit it.';
  const source = briefSource(`#!/usr/bin/env python\n\n${licence}\n\n# How a kettle is boiled.\ndef boil(kettle):\n    kettle.heat()\n`, {
    kind: 'code',
  });
  assert.doesNotMatch(ask('Where is the kettle told to boil, and on what terms?', source).texts.join('\n'), /Copyright|permit/);
  assert.match(ask('What does the licence permit?', source).texts.join('\n'), /licence permit/);
});

test('a section whose heading is the question is shown from its beginning', () => {
  const faq = `# Kettles

## What is the difference between steel and glass?

The lifetime. Steel survives a fall.

Take steel where there are children, glass where tea is made.
`;
  assert.match(ask('What is the difference between steel and glass?', briefSource(faq)).texts[0] ?? '', /^The lifetime\./);
});

test('a table of contents is not an answer', () => {
  const contents =
    '# Kettles\n\n1. [Descaling](#descaling)\n2. [Safety](#safety)\n   - [Burnt hands](#burnt-hands)\n\nMore on descaling: [Acids](#acids)\n';
  const { texts } = ask('How does descaling work?', briefSource(contents));
  assert.deepEqual(texts, ['More on descaling: [Acids](#acids)']);
  assert.deepEqual(ask('How does safety work?', briefSource(contents.slice(0, contents.indexOf('More')))).texts, []);
});

test('the state is that of the first block', () => {
  const source = briefSource('A kettle is not filled with acid.\n');
  const other = briefSource('Scale is removed from hard water by an acid.\n', { path: 'scale.md' });
  const question = 'How is the scale removed from the kettle by an acid?';
  assert.equal(ask(question, other, source).state, 'answer');
  assert.equal(ask(question, source, other).state, 'closest');
});

test('a block that matches much less than the best is left out, and each further file is named once', () => {
  const best = briefSource('Scale is removed from hard water by citric acid in a kettle.\n');
  const far = briefSource('The kettle is blue.\n', { path: 'colours.md' });
  const { blocks, seeAlso } = ask('How is scale removed from hard water by acid in a kettle?', best, far, far);
  assert.deepEqual([blocks.map(({ n }) => n), seeAlso], [[1], [2]]);
  const elsewhere = briefSource('The kettle is green.\n', { path: 'colours.md' });
  assert.deepEqual(ask('How is scale removed from hard water by acid in a kettle?', best, far, elsewhere).seeAlso, [2, 3]);
});

test('a block of top-level code continues after its first statement, imports are not shown, and no block ends with a bare header', () => {
  const source = `import fuse from 'fuse';
import { boil } from 'kettle';

test('the fuse of a kettle blows', async () => {
  const kettle = await boil();
  kettle.overheat();
${Array.from({ length: 6 }, (_, i) => `  kettle.step(${i});`).join('\n')}
  if (kettle.fuse.isBlown) {
    kettle.replace();
    kettle.boil();
  }
});
`;
  const { texts } = ask('When does the fuse of a kettle blow?', briefSource(source, { kind: 'code', path: 'fuse.test.ts' }));
  assert.match(texts[0] ?? '', /^test\('the fuse of a kettle blows'[\s\S]*kettle\.step\(5\);/);
  assert.doesNotMatch(texts[0] ?? '', /import|\{$/);
});

test('neither long imports nor the package clause are shown', () => {
  const names = Array.from({ length: 12 }, (_, i) => `  kettleFuse${i},`).join('\n');
  const script = `import {\n${names}\n} from 'kettle';\n\nexport function blow(): void {\n  melt(kettleFuse1);\n}\n`;
  const shown = (path: string, text: string): readonly string[] =>
    ask('Where is the kettle fuse blown?', briefSource(text, { kind: 'code', path })).texts;
  assert.deepEqual(shown('kettle/blow.ts', script), ['export function blow(): void {\n  melt(kettleFuse1);\n}']);
  const program = 'package kettle // import "example.org/kettle"\n\nimport (\n\t"example.org/fuse"\n)\n\nfunc Blow() {\n\tfuse.Melt()\n}\n';
  assert.deepEqual(shown('kettle/blow.go', program), ['func Blow() {\n\tfuse.Melt()\n}']);
});

test('a statement deep in a long function is shown with what follows it', () => {
  const wide = Array.from({ length: 7 }, (_, i) => `${'    '.repeat(i + 1)}if ready(${i}, ${'x'.repeat(90)}):`).join('\n');
  const source = `def fetch(url):\n${wide}\n${'    '.repeat(8)}if status == 403:\n${'    '.repeat(9)}retry(url)\n    return None\n`;
  const { texts } = ask('What happens at status 403?', briefSource(source, { kind: 'code', path: 'fetch.py' }));
  assert.match(texts[0] ?? '', /if status == 403:\n\s+retry\(url\)$/);
});

test('what is in a definition is shown below its header where it is shown with what is outside', () => {
  const rest = Array.from({ length: 12 }, (_, i) => `    size${i} = ${i}\n`).join('');
  const source = `check(kettle_fuse)\n\nclass Stove:\n${rest}\n    def melt(self):\n        return kettle_fuse\n`;
  const { texts: outside } = ask('What is the kettle fuse?', briefSource(source, { kind: 'code', path: 'stove.py' }));
  assert.match(outside[0] ?? '', /^check\(kettle_fuse\)\n\nclass Stove:\n[\s\S]* {4}def melt\(self\):\n {8}return kettle_fuse$/);
  const deep = `def fetch(url):\n    tide = 1\n${rest}    if url:\n        def boil(kettle):\n            return kettle.fuse(tide)\n`;
  const { texts } = ask('Which tide?', briefSource(deep, { kind: 'code', path: 'fetch.py' }));
  assert.match(texts[0] ?? '', /^def fetch\(url\):\n {4}tide = 1\n[\s\S]*\n {4}if url:\n {8}def boil/);
});

test('a part of a long code block in a document is shown with its first and last line', () => {
  const steps = (name: string): string => Array.from({ length: 9 }, (_, i) => `${name} step ${i}`).join('\n');
  const text = `Run it:\n\n\`\`\`console\n$ kettle run\n${steps('fill')}\n\n${steps('boil')}\n\nfuse: changed\nfuse: tested\n\`\`\`\n`;
  const { texts } = ask('Is the fuse tested?', briefSource(text));
  assert.match(texts[0] ?? '', /^Run it:\n\n```console\n[\s\S]*⋯ \d+ lines left out\nfuse: changed\nfuse: tested\n```$/);
});

test('of definitions that match equally, the one whose name matches is shown', () => {
  const source = `# Kettles that are set to boil hold a fuse.
def make(name):
    # The fuse of a kettle is set once.
    return Kettle(name)


def set_fuse(kettle, fuse):
    kettle.fuse = fuse
`;
  const { blocks } = ask('How do I set a fuse?', briefSource(source, { kind: 'code', path: 'kettles.py' }));
  assert.equal(blocks[0]?.subject, 'set_fuse');
});

test('omitted lines are counted by a comment of the language, and every line has the number that the block gives it', () => {
  const body = Array.from({ length: 40 }, (_, i) => `\tstep${i} := prepare(${i})`);
  body[30] = '\tif err := rename(temporary, target); err != nil {\n\t\treturn fmt.Errorf("replace: %w", err)\n\t}';
  const file = `package store\n\n// Save writes the table.\nfunc Save(target string) error {\n${body.join('\n')}\n\treturn nil\n}\n`;
  const { blocks, texts } = ask(
    'What happens when rename of the temporary target fails?',
    briefSource(file, { kind: 'code', path: 'save.go' }),
  );
  assert.match(texts[0] ?? '', /^\/\/ Save writes the table\.\nfunc Save\(target string\) error \{\n\t\/\/ ⋯ \d+ lines left out\n/);
  const lines = file.split('\n');
  for (const { startLine, text } of blocks.flatMap(({ pieces }) => pieces)) {
    assert.equal(lines.slice(startLine - 1, startLine - 1 + text.split('\n').length).join('\n'), text);
  }
});

test('an item of a list is shown with its lead, a row of a table with its header', () => {
  const list = 'Colours of the lamp:\n\n- green when it is idle\n- red after the fuse has blown\n- blue otherwise\n';
  assert.match(
    ask('When does the fuse turn it red?', briefSource(list)).texts[0] ?? '',
    /^Colours of the lamp:\n[\s\S]*red after the fuse/,
  );
  const table = '| option | meaning |\n| --- | --- |\n| depth | how deep folders are read |\n| follow | whether links are followed |\n';
  assert.match(ask('What is follow for links?', briefSource(table)).texts[0] ?? '', /^\| option \| meaning \|\n\| --- \| --- \|\n/);
});

test('the source of a quoted message is shown first; numbers in it may come from a template', () => {
  const manual = '# Messages\n\nA kettle that is not filled, or gave up after 30 s: where the message of the kettle comes from.\n';
  const code = `def start(kettle):
    check(kettle.is_filled, kettle.seconds)
    log("kettle started")
    log("the message is of the kettle")
    if not kettle.is_filled:
        raise KettleError(f"Kettle is not filled, gave up after {seconds} s")
`;
  const sources = [briefSource(manual), briefSource(code, { kind: 'code' })];
  const messages = ['"Kettle is not filled, gave up after 30 s"', '“Kettle is not filled”', '"kettle is NOT filled"'];
  for (const message of messages) {
    const { texts } = ask(`Where does the message ${message} come from?`, ...sources);
    assert.match(texts[0] ?? '', /raise KettleError/, message);
  }
  const section = briefSource('# The message "Kettle is not filled": what now?\n\nFill it.\n');
  assert.match(ask('What does "Kettle is not filled" mean?', section, ...sources).texts[0] ?? '', /^Fill it/);
  // A term or an open quotation mark is not a message.
  for (const message of ['"not filled"', '"Kettle is not filled']) {
    const { texts } = ask(`Where does the message ${message} of the kettle come from?`, ...sources);
    assert.match(texts[0] ?? '', /^A kettle that is not filled/, message);
  }
});

test('prose in the language of the question ranks above its translation', () => {
  const english = briefSource('# Descaling\n\nThe Entkalkung is what you do when the water is hard and the kettle is slow.\n', {
    path: 'en.md',
  });
  const german = briefSource('# Entkalkung\n\nDie Entkalkung ist nötig, wenn das Wasser hart ist und der Kessel langsam wird.\n', {
    path: 'de.md',
  });
  assert.equal(ask('Wann ist die Entkalkung nötig?', english, german).blocks[0]?.n, 2);
  assert.equal(ask('When is the Entkalkung needed?', english, german).blocks[0]?.n, 1);
  const code = briefSource('# Entkalkung\ndescale()\n', { kind: 'code' });
  assert.equal(ask('Wann ist die Entkalkung nötig?', english, code).blocks[0]?.n, 1, 'there is no prose in German');
});

test('demoted sources come last', () => {
  const demoted = briefSource(guide, { path: 'CHANGES.md', isDemoted: true });
  const other = briefSource('Scale is removed from hard water by an acid.\n', { path: 'notes.md' });
  const { blocks } = ask('How do I remove scale from hard water?', demoted, other);
  assert.deepEqual(
    blocks.map(({ n }) => n),
    [2],
    'and are shown only where there is nothing else',
  );
  assert.deepEqual(
    ask('How do I remove scale from hard water?', demoted).blocks.map(({ n }) => n),
    [1],
  );
  const weak = briefSource('Hard pieces.\n', { path: 'weak.md' });
  assert.deepEqual(
    ask('How do I remove scale from hard water?', demoted, weak).blocks.map(({ n }) => n),
    [2],
    'and do not keep out what matches less of the question',
  );
});

/** A list of so many items about kettles, each with a word of its own. */
const kettleList = (name: string, items: number): string =>
  `# Kettles\n\n${Array.from({ length: items }, (_, i) => `- The kettle boils ${name}${i} for ${name}${i + 100}.`).join('\n')}\n`;

test('the blocks of an answer have forty lines together: what does not fit is left out', () => {
  const sources = ['alpha', 'beta', 'gamma', 'delta'].map((name) => briefSource(kettleList(name, 40), { path: `${name}.md` }));
  const { blocks } = ask('Which kettle boils?', ...sources);
  const heights = blocks.map(({ pieces }) => pieces.reduce((sum, { text }) => sum + text.split('\n').length, 0));
  assert.ok(heights.length > 1 && heights.reduce((sum, height) => sum + height, 0) <= 40, String(heights));
});

test('of one file two places are shown at most', () => {
  const section = (name: string) =>
    `## Kettle ${name}\n\nThe kettle ${name} boils ${name}water and ${name}tea.\n\n${'Nothing is said here.\n\n'.repeat(40)}`;
  const text = `# Kettles\n\n${['alpha', 'beta', 'gamma'].map(section).join('')}`;
  const places = ['alpha', 'beta', 'gamma'].map((name) => {
    const startLine = text.slice(0, text.indexOf(`## Kettle ${name}`)).split('\n').length;
    return briefSource(text, { startLine, endLine: startLine + 3 });
  });
  assert.equal(ask('Which kettle boils?', ...places).blocks.length, 2);
});

test('a place that ranks below those of an answer is shown only if it matches as well', () => {
  const best = briefSource('# Kettle\n\nThe kettle boils hard water slowly.\n', { path: 'kettle.md' });
  const other = briefSource('# Tap\n\nIn spring, the kettle gets its hard water from the tap.\n', { path: 'tap.md' });
  const question = 'Does the kettle boil hard water?';
  assert.equal(ask(question, best, other).blocks.length, 2);
  const { blocks, seeAlso } = ask(question, best, { ...other, isLater: true });
  assert.deepEqual([blocks.length, seeAlso], [1, [2]]);
  const same = briefSource('# Lid\n\nIn a cold kitchen without gas, the kettle does not boil hard water before noon.\n', {
    path: 'lid.md',
  });
  assert.equal(ask(question, best, { ...same, isLater: true }).blocks.length, 2);
});

test('only one of several near-duplicates is shown', () => {
  const install = (tool: string): BriefSource =>
    briefSource(`Install the kettle driver for the serial port with ${tool}.\n`, { path: `${tool}.md` });
  assert.equal(ask('How do I install the kettle driver?', install('npm'), install('pnpm'), install('yarn')).blocks.length, 1);
});

test('no line is shown twice if consecutive chunks continue into the same section', () => {
  const items = Array.from({ length: 12 }, (_, i) => `- Kettle ${i} boils ${['water', 'tea', 'soup', 'milk'][i % 4]} number${i}.`);
  const list = `# Kettles\n\n${items.join('\n')}\n`;
  const first = briefSource(list, { startLine: 1, endLine: 8 });
  const { blocks } = ask('Which kettle boils soup?', first, { ...first, startLine: 8, endLine: 14 });
  const shown = blocks.flatMap(({ pieces }) => pieces.flatMap(({ startLine, text }) => text.split('\n').map((_, i) => startLine + i)));
  assert.equal(new Set(shown).size, shown.length);
});

test('an answer is closest, or not here if what it is about occurs nowhere', () => {
  const source = briefSource(guide);
  assert.equal(ask('How is scale removed where the water is hard?', source).state, 'answer');
  assert.equal(ask('Which thermostat protects the heating element against boiling dry water?', source).state, 'closest');
  const nothing = ask('How do I bake marmalade muffins in an oven with convection?', source);
  assert.deepEqual([nothing.state, nothing.blocks, nothing.seeAlso], ['notHere', [], [1]]);
  const about = (question: string, ...absent: readonly string[]) =>
    composeBrief(question, [source], known, { isFirstByWords: true, isAbsent: ({ text }) => absent.includes(text) }).state;
  assert.equal(about('How does a kettle fly over the sea like a Zeppelin?', 'Zeppelin'), 'notHere');
  assert.equal(about('Which oven bakes marmalade muffins with water?', 'oven', 'bakes', 'marmalade', 'muffins'), 'notHere');
  assert.equal(about('Which oven keeps the water?', 'oven'), 'closest');
});

test('a place that the words of the question rank first as well answers with fewer of them', () => {
  const stateIf = (isFirstByWords: boolean) =>
    composeBrief('Where does hard scale build up, and where does steam condense or evaporate quickly?', [briefSource(guide)], known, {
      isFirstByWords,
      isAbsent: () => false,
    }).state;
  assert.deepEqual([stateIf(true), stateIf(false)], ['answer', 'closest']);
});

test('a section is shown whole with its subsections if it fits, else with its code and what matches', () => {
  const parts = '# Kettles\n\nAbout.\n\n## Filling\n\nAt the tap.\n\n### With a jug\n\nPour it.\n\n## Boiling\n\nSwitch it on.\n';
  const [whole] = ask('How does filling work?', briefSource(parts)).texts;
  assert.equal(whole, 'At the tap.\n\n### With a jug\n\nPour it.');
  const filler = Array.from({ length: 30 }, (_, i) => `Paragraph ${i} is about nothing.`).join('\n\n');
  const long = `# Kettles\n\nA kettle boils.\n\n${filler}\n\nThe fuse melts at dusk.\n\n${filler}\n\nMelt it:\n\n\`\`\`sh\nkettle melt\n\`\`\`\n`;
  const [shown = ''] = ask('When does the fuse melt at dusk?', briefSource(long)).texts;
  for (const part of ['A kettle boils.', 'The fuse melts at dusk.', 'Melt it:\n\n```sh\nkettle melt\n```'])
    assert.ok(shown.includes(part), shown);
});

test('of a long section the matching paragraph nearest to the best one is shown before the others and the first', () => {
  const filler = Array.from({ length: 12 }, (_, i) => `Paragraph ${i} is about nothing.`).join('\n\n');
  const lines = (text: string): string => Array.from({ length: 10 }, (_, i) => `${text} ${i}`).join('\n');
  const far = lines('The fuse melts far off');
  const text = `# Kettles\n\n${lines('A kettle boils')}\n\n${far}\n\n${filler}\n\n${lines('The fuse melts near dusk')}\n\n${lines('The fuse melts nearby')}\n`;
  const [shown = ''] = ask('When does the fuse melt at dusk?', briefSource(text)).texts;
  for (const part of ['The fuse melts near dusk 0', 'The fuse melts nearby 9']) assert.ok(shown.includes(part), shown);
  for (const part of ['A kettle boils', 'far off']) assert.ok(!shown.includes(part), shown);
});

test('outside of sections and definitions, lines far from each other are not shown together', () => {
  const filler = (name: string): string => Array.from({ length: 30 }, (_, i) => `${name} ${i} is set.`).join('\n\n');
  const near = `Descale the kettle with acid.\n\nThe lid stays open.\n\nThe acid of the kettle is citric.\n\n${filler('Lamp')}`;
  const text = `${filler('Valve')}\n\n${near}\n\nThe kettle has an acid sensor.\n`;
  const [shown = ''] = ask('Which acid is the kettle descaled with?', briefSource(text, { title: '' })).texts;
  assert.match(shown, /Descale the kettle.*is citric/s);
  assert.doesNotMatch(shown, /sensor/);
  const [whole = ''] = ask('Which acid is the kettle descaled with?', briefSource(`# Kettle\n\n${text}`)).texts;
  assert.match(whole, /sensor/);
});

test('where a question asks how, the code of a section is shown without a long text that announces it', () => {
  const lines = Array.from({ length: 24 }, (_, i) => `The heating coil of number ${i} is older than the others and heats less.`).join('\n');
  const text = `# Kettles\n\nDescaling the kettle takes a while.\n\n${lines}\nSo run:\n\n\`\`\`sh\nkettle descale\n\`\`\`\n`;
  assert.match(ask('How do I start descaling the kettle?', briefSource(text)).texts[0] ?? '', /takes a while.*kettle descale/s);
  assert.doesNotMatch(ask('Why does descaling the kettle take a while?', briefSource(text)).texts[0] ?? '', /kettle descale/);
});

test('what a table or list at the end of a block lacks is counted', () => {
  const rows = Array.from({ length: 60 }, (_, i) => `| kettle${i} | boils |`).join('\n');
  const table = `# Kettles\n\n| name | what |\n| --- | --- |\n${rows}\n\nThe end.\n`;
  const { blocks, texts } = ask('What does kettle3 do?', briefSource(table));
  const shown = texts[0]?.split('\n') ?? [];
  assert.equal(shown.at(-1), `⋯ ${blocks[0]?.restLines} lines left out`);
  assert.equal((blocks[0]?.endLine ?? 0) + (blocks[0]?.restLines ?? 0), 64);
});

test('near sections of one file are one entry, each under its heading; far ones are entries of their own', () => {
  const between = (count: number): string => Array.from({ length: count }, (_, i) => `Line ${i}.`).join('\n\n');
  const asked = (filler: string) => {
    const text = `# Kettles\n\n## Scale\n\nScale is removed by acid.\n\n## Other\n\n${filler}\n\n## Acid\n\nThe acid against scale is citric.\n`;
    const source = briefSource(text);
    return ask('Which acid removes scale?', { ...source, endLine: 6 }, { ...source, startLine: text.split('\n').length - 4 });
  };
  const near = asked(between(5));
  assert.deepEqual(
    near.blocks.map(({ subject }) => subject),
    ['Kettles'],
  );
  assert.match(
    near.texts[0] ?? '',
    /^## Scale\n\nScale is removed by acid\.\n⋯ \d+ lines left out\n## Acid\n\nThe acid against scale is citric\.$/,
  );
  const far = asked(between(30));
  assert.deepEqual(
    far.blocks.map(({ subject }) => subject),
    ['Kettles › Scale', 'Kettles › Acid'],
  );
  assert.deepEqual(far.texts, ['Scale is removed by acid.', 'The acid against scale is citric.']);
});

test('a near section above the one that answers is an entry after it', () => {
  const text = '# Kettles\n\n## Acid\n\nAcid against scale is sold in bags.\n\n## Removing scale\n\nTo remove scale, boil citric acid.\n';
  const [above, below] = [
    { ...briefSource(text), endLine: 6 },
    { ...briefSource(text), startLine: 7 },
  ];
  const subjects = (question: string) => ask(question, below, above).blocks.map(({ subject }) => subject);
  assert.deepEqual(subjects('Which acid removes scale?'), ['Kettles › Removing scale', 'Kettles › Acid']);
  assert.deepEqual(subjects('Is there anything against rust, such as citric acid?'), ['Kettles']);
});

test('secrets are masked inside blocks', () => {
  const text = 'The token of the kettle is hunter2hunter2 and it is sent with each request.\n';
  const from = text.indexOf('hunter2');
  const { texts } = ask('Which token is sent with each request?', briefSource(text, { secrets: [{ from, to: from + 14 }] }));
  assert.equal(texts[0], 'The token of the kettle is [secret removed] and it is sent with each request.');
});

test('a secret of several lines does not shift the lines after it', () => {
  const text = 'The kettle signs with:\n\n```\nBEGIN\nabcdef\nEND\nkettle sign\n```\n';
  const secrets = [{ from: text.indexOf('BEGIN'), to: text.indexOf('END') + 3 }];
  const [block] = ask('What does the kettle sign with?', briefSource(text, { secrets })).blocks;
  const mask = '[secret removed]';
  assert.equal(block?.pieces[0]?.text, `The kettle signs with:\n\n\`\`\`\n${mask}\n${mask}\n${mask}\nkettle sign\n\`\`\``);
  assert.equal(block?.endLine, 8);
});

test('a very long paragraph and string are cut', () => {
  const line = (i: number): string => (i === 700 ? 'The kettle whistles when it boils.' : `Row ${i} of the record.`);
  const rows = Array.from({ length: 1000 }, (_, i) => line(i)).join('\n');
  for (const source of [briefSource(rows), briefSource(`const page = \`\n${rows}\n\`;\n`, { kind: 'code', path: 'page.ts' })]) {
    const [text = ''] = ask('When does the kettle whistle?', source).texts;
    assert.match(text, /The kettle whistles when it boils/);
    assert.ok(text.split('\n').length <= 20, text);
  }
});

test('a very long line is cut to the sentences around the words of the question', () => {
  const filler = 'Nothing of interest is said by this sentence. ';
  const text = `${filler.repeat(200)}The kettle whistles at boiling point. ${filler.repeat(200)}`;
  const { blocks, texts } = ask('When does the kettle whistle at boiling point?', briefSource(`${text}\n`));
  assert.ok((texts[0] ?? '').length < 900);
  const [piece] = blocks[0]?.pieces ?? [];
  assert.ok(piece?.isCut && text.includes(piece.text) && piece.text.includes('whistles at boiling point'));
  const word = ask('When does the kettle whistle?', briefSource(`${'kettle'.repeat(9000)}\n`, { kind: 'code', path: 'a.min.js' }));
  assert.ok((word.texts[0] ?? '').length < 900);
});

test('any line ending, tabs and an unclosed fence are handled', () => {
  const crlf = ask('How is scale removed from hard water?', briefSource(guide.replaceAll('\n', '\r\n')));
  assert.ok(crlf.texts.every((text) => !text.includes('\r')));
  const open = ask('How do I run the kettle?', briefSource('Run the kettle:\n\n```sh\nkettle run\n'));
  assert.equal(open.texts[0], 'Run the kettle:\n\n```sh\nkettle run');
  const tabs = briefSource('class A:\n\tdef kettle(self):\n\t\tif self.hot:\n\t\t\treturn "steam"\n', { kind: 'code' });
  assert.equal(ask('What does kettle return as steam?', tabs).texts[0], 'def kettle(self):\n\tif self.hot:\n\t\treturn "steam"');
});

test('what stands in a text word for word is the answer, and shown first', () => {
  const code = briefSource(
    'class Lid:\n    """The lid locks; steam burns the hand."""\n\n    def lock(self, steam, hand):\n        pass\n',
    {
      path: 'lid.py',
      kind: 'code',
    },
  );
  const { state, blocks } = ask('The lid locks because steam would burn the hand', code, briefSource(guide));
  assert.equal(state, 'answer');
  assert.equal(blocks[0]?.n, 2);
});
