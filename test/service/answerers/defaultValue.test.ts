// A default is given by a line with a value, in a program or in a document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceOn } from '../../support/serviceOn.ts';

const files = {
  'README.md': '# Tarrow\n\nA tide table for small harbours.\n',
  'src/harbour.js':
    '// Reads harbours.\nconst DEFAULT_MAX_BOATS = 12;\nconst DEFAULT_MOORING_TIMEOUT = 30;\n\nexport function harbour(name) {\n  return name;\n}\n',
  'src/tide.js': 'export function tide(harbour) {\n  return harbour;\n}\n',
  'docs/options.md': '# Options\n\n## Lantern\n\nWhether the lantern is lit. Defaults to `true`.\n',
};

test('the line that gives the value', async (t) => {
  const { service } = await serviceOn(t, files);
  for (const [question, path, text] of [
    ['How many boats may moor if I configure nothing?', 'src/harbour.js', 'DEFAULT_MAX_BOATS = 12'],
    ['By default, how long does a mooring take?', 'src/harbour.js', 'DEFAULT_MOORING_TIMEOUT = 30'],
    ['Is the lantern lit by default?', 'docs/options.md', 'Defaults to `true`'],
  ] as const) {
    const { blocks, sources } = await service.ask(question);
    assert.equal(sources[(blocks[0]?.n ?? 0) - 1]?.path, path, question);
    assert.ok(
      blocks[0]?.pieces.some((piece) => piece.text.includes(text)),
      question,
    );
  }
});
