import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryQueryOf, findEntry } from '../../../src/engine/answer/manifestEntries.ts';

/** The lines of the entry that answers. */
function entryOf(question: string, path: string, text: string): string | undefined {
  const query = entryQueryOf(question);
  const entry = query && findEntry(path, text, query);
  return (
    entry &&
    text
      .split('\n')
      .slice(entry.startLine - 1, entry.endLine)
      .join('\n')
  );
}

const packageJson = `{
  "license": "MIT",
  "engines": {
    "node": ">=20"
  },
  "scripts": {
    "test": "vitest run",
    "docs:build": "vitepress build"
  },
  "devDependencies": {
    "lint": "^2.0.0",
    "typescript": "^5.8.2"
  }
}`;

test('a script is found by what a question asks to run', () => {
  assert.equal(entryOf('How do I run the tests?', 'package.json', packageJson), '    "test": "vitest run",');
  assert.equal(entryOf('How do I build the documentation?', 'package.json', packageJson), '    "docs:build": "vitepress build"');
  assert.equal(entryOf('Wie führe ich die Tests aus?', 'package.json', packageJson), '    "test": "vitest run",');
  assert.equal(entryOf('How do I run the linter?', 'Makefile', 'all: lint\n\nlint:\n\tgo vet ./...\n\nfmt:\n'), 'lint:\n\tgo vet ./...');
  assert.equal(entryOf('How do I build it?', 'justfile', '# compile\n@build:\n    cargo build\n'), '@build:\n    cargo build');
  assert.equal(entryOf('How do I run the tests?', 'tox.ini', '[testenv]\ndeps = pytest\ncommands = pytest\n'), 'commands = pytest');
  const steps = 'jobs:\n  a:\n    steps:\n      - name: Run tests\n        run: cargo test\n      - name: Pack\n';
  assert.equal(entryOf('How do I run the tests?', '.github/workflows/ci.yml', steps), '      - name: Run tests\n        run: cargo test');
});

test('a test suite and unit tests are tests; a step without a fitting name is found by its command', () => {
  for (const question of ['How do I run the test suite?', 'how do i run the unit tests'])
    assert.equal(entryOf(question, 'package.json', packageJson), '    "test": "vitest run",', question);
  const steps = 'jobs:\n  a:\n    steps:\n      - run: pip install build\n      - name: With cargo\n        run: cargo test --all\n';
  assert.equal(entryOf('How do I run the test suite?', '.github/workflows/ci.yml', steps), '        run: cargo test --all');
  assert.equal(entryOf('How do I build it?', '.github/workflows/ci.yml', steps), undefined);
  const block =
    'jobs:\n  a:\n    steps:\n      - name: Vet\n        run: |\n          # test it\n          echo test\n\n          go vet ./...\n          go test ./...\n';
  assert.equal(entryOf('How do I run the tests?', '.github/workflows/ci.yml', block), '          go test ./...');
  const after = `${block.replace('go test ./...', 'go build')}      - with:\n          go test ./...\n`;
  assert.equal(entryOf('How do I run the tests?', '.github/workflows/ci.yml', after), undefined);
  const text = 'jobs:\n  a:\n    steps:\n      - run: |\n          cat > a <<EOF\n          Tests: none\n          EOF\n';
  assert.equal(entryOf('How do I run the tests?', '.github/workflows/ci.yml', text), undefined);
  const circle = '    steps:\n      - run:\n          name: Run tests\n          command: |\n            mkdir a\n            gotestsum\n';
  assert.equal(entryOf('How do I run the tests?', '.circleci/config.yml', circle), circle.split('\n').slice(2, -1).join('\n'));
  const gitlab = 'unit:\n  script:\n    - npm ci\n    - npm test\n';
  assert.equal(entryOf('How do I run the tests?', '.gitlab-ci.yml', gitlab), '    - npm test');
  const excluded = 'jobs:\n  a:\n    steps:\n      - run: tar --exclude=tests -czf all.tgz *\n';
  assert.equal(entryOf('How do I run the tests?', '.github/workflows/ci.yml', excluded), undefined);
});

test('eight lines of an entry at most, of one that the file ends with all', () => {
  const run = (count: number): string => Array.from({ length: count }, (_, i) => `        - cargo test ${i}\n`).join('');
  const step = (count: number): string => `    steps:\n      - name: Run tests\n        run:\n${run(count)}`;
  const shown = (text: string): number => entryOf('How do I run the tests?', '.github/workflows/ci.yml', text)?.split('\n').length ?? 0;
  assert.equal(shown(`jobs:\n  a:\n${step(20)}`), 8);
  assert.equal(shown(`jobs:\n  a:\n${step(2)}`.trimEnd()), 4);
  const target = (count: number): string => `test:\n${'\tgo vet\n'.repeat(count)}`;
  assert.equal(entryOf('How do I run the tests?', 'Makefile', target(20))?.split('\n').length, 8);
  assert.equal(entryOf('How do I run the tests?', 'Makefile', target(2).trimEnd())?.split('\n').length, 3);
});

test('dependencies and addresses with such a name are not scripts', () => {
  assert.equal(entryOf('How do I run the linter?', 'package.json', packageJson), undefined);
  assert.equal(entryOf('How do I run the tests?', 'pyproject.toml', '[dependency-groups]\ntest = ["pytest"]\n'), undefined);
  assert.equal(entryOf('Where is the documentation?', 'pyproject.toml', '[project.urls]\nDocumentation = "https://a.b"\n'), undefined);
});

test('variables of a makefile are not targets', () => {
  const makefile = 'BUILD = release\nDOCKER=docker\n\nbuild:\n\tcargo build\n';
  assert.equal(entryOf('How do I build it?', 'Makefile', makefile), 'build:\n\tcargo build');
  assert.equal(entryOf('How do I run it with Docker?', 'Makefile', makefile), undefined);
});

test('supported versions, licences and dependencies are found in either spelling', () => {
  assert.equal(entryOf('Which Node versions are supported?', 'package.json', packageJson), '    "node": ">=20"');
  assert.equal(entryOf('Which versions of TypeScript are supported?', 'package.json', packageJson), undefined);
  assert.equal(
    entryOf('Which Python do I need, what is the minimum version?', 'setup.cfg', 'python_requires = >=3.9\n'),
    'python_requires = >=3.9',
  );
  assert.equal(entryOf('What licence is it under?', 'package.json', packageJson), '  "license": "MIT",');
  const goMod = 'module a.b/c\n\ngo 1.22\n\nrequire (\n\td.e/f v1.0.0\n)\n';
  assert.equal(entryOf('What does it depend on?', 'go.mod', goMod), 'require (\n\td.e/f v1.0.0\n)');
});

test('a question with more words than the name of an entry is about something else', () => {
  for (const question of ['How do I test a route?', 'Why does the build fail on Windows?', 'How do I cancel a request?'])
    assert.equal(entryOf(question, 'package.json', packageJson), undefined, question);
});
