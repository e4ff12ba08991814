// Which files come last: legal texts, records of changes, style sheets, generated pages and others' code, unless the question is about them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDemoted, isLeftOut } from '../../../src/engine/answer/demotion.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

function demotes(path: string, question: string, text = '', isForeign = false): boolean {
  const { name, kind } = languageOf(path);
  return isDemoted({ path, language: name, kind, text, isForeign }, question);
}

const log = '# Changes\n\n## 2.1.0 (2024-05-01)\n\n- Fuses blow.\n\n## 2.0.0\n\n- Fuses.\n\n## 1.9.3\n\n- None.\n';

test('a licence comes last unless the question is about rights', () => {
  assert.equal(demotes('LICENSE', 'Does the view notice when permissions change?'), true);
  assert.equal(demotes('LICENSE', 'Which licence is this under?'), false);
});

test('a change log comes last unless the question is about changes, whatever its path; a chapter with such a name does not', () => {
  assert.equal(demotes('CHANGELOG.md', 'How is a fuse set?', log), true);
  assert.equal(demotes('docs/fuses.md', 'How is a fuse set?', log), true);
  assert.equal(demotes('CHANGELOG.md', 'What changed in the last release?', log), false);
  assert.equal(demotes('docs/migrations/history.md', 'How is a fuse set?', '# Migrations\n\n## Fuses\n\nSet them.\n\n## Lamps\n'), false);
});

test('documents come last where a question asks for a place in the code', () => {
  assert.equal(demotes('docs/fuses.md', 'Where in the code is a fuse set?'), true);
  assert.equal(demotes('docs/fuses.md', 'Which function sets a fuse?'), true);
  assert.equal(demotes('docs/fuses.md', 'Which file decides when a fuse blows?'), true);
  assert.equal(demotes('docs/fuses.md', 'Where is it checked whether a fuse is set?'), true);
  assert.equal(demotes('docs/fuses.md', 'Welche Datei entscheidet, wann eine Sicherung fällt?'), true);
  for (const question of ['Where do I set a fuse?', 'Which file should I edit?', 'Which file is for fuses?', 'Where are fuses kept?'])
    assert.equal(demotes('docs/fuses.md', question), false, question);
  assert.equal(demotes('src/fuse.ts', 'Where in the code is a fuse set?'), false);
});

test('style sheets, generated pages and the code of others come last unless they are named', () => {
  assert.equal(demotes('app/main.css', 'Where is the fuse drawn?'), true);
  assert.equal(demotes('app/main.css', 'Which CSS draws a fuse?'), false);
  assert.equal(demotes('site/fuse.html', 'How is a lamp set?', '<html><head><meta name="generator" content="Pages 2">'), true);
  assert.equal(demotes('vendor/zip/inflate.c', 'How is a lamp set?', '', true), true);
  assert.equal(demotes('vendor/zip/inflate.c', 'How does inflate end?', '', true), false);
});

test('workflows of continuous integration come last unless they are named', () => {
  assert.equal(demotes('.github/workflows/build.yml', 'How is a fuse set?'), true);
  assert.equal(demotes('.gitlab-ci.yml', 'How do I install it?'), true);
  assert.equal(demotes('.github/workflows/build.yml', 'What does the build do?'), false);
  assert.equal(demotes('.github/workflows/build.yml', 'Which workflows are there?'), false);
  assert.equal(demotes('config/fuses.yml', 'How is a fuse set?'), false);
});

test('codes of conduct, templates and completions for a shell are left out unless the question asks for them', () => {
  assert.equal(isLeftOut('CODE_OF_CONDUCT.md', 'How can I speed up routing in production?'), true);
  assert.equal(isLeftOut('.github/ISSUE_TEMPLATE/bug.md', 'How is a fuse set?'), true);
  assert.equal(isLeftOut('CODE_OF_CONDUCT.md', 'Is there a code of conduct?'), false);
  assert.equal(isLeftOut('.github/PULL_REQUEST_TEMPLATE.md', 'Is there a template for pull requests?'), false);
  assert.equal(isLeftOut('docs/templates.md', 'How is a fuse set?'), false);
  for (const path of ['completions/fish', 'complete/_fuse', 'shell/completion/fuse/fuse.zsh', 'fuse-completion.bash', 'zsh/_fuse']) {
    assert.equal(isLeftOut(path, 'How is a fuse set?'), true, path);
    assert.equal(isLeftOut(path, 'How do I get completions in my shell?'), false, path);
  }
  for (const path of ['src/completion/fuse.rs', 'completions/README.md', 'docs/fuse-completion.md', '_fuse.py'])
    assert.equal(isLeftOut(path, 'How is a fuse set?'), false, path);
});
