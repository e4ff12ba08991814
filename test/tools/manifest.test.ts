/** The manifest repeats the definitions, because VS Code needs them as data. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { toolDefinitions } from '../../src/tools/definitions.ts';

test('the manifest contributes the tools as they are defined', () => {
  const manifest = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const contributed: { name: string; modelDescription: string; inputSchema: unknown }[] = manifest.contributes.languageModelTools;
  assert.deepEqual(
    contributed.map(({ name, modelDescription, inputSchema }) => ({ name, description: modelDescription, inputSchema })),
    toolDefinitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema: { ...inputSchema } })),
  );
});
