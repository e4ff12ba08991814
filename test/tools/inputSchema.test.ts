import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { overviewTool, relatedTool, searchTool, toolDefinitions } from '../../src/tools/definitions.ts';
import { checkInput, InputError } from '../../src/tools/inputSchema.ts';

const refusal = (schema: Parameters<typeof checkInput>[0], input: unknown): string => {
  try {
    checkInput(schema, input);
  } catch (error) {
    assert.ok(error instanceof InputError);
    return error.message;
  }
  return '';
};

test('checkInput() accepts what the schema allows, and null for absent', () => {
  assert.deepEqual(checkInput(searchTool.inputSchema, { query: 'a', paths: ['src'], limit: null }), { query: 'a', paths: ['src'] });
  assert.deepEqual(checkInput(overviewTool.inputSchema, {}), {});
});

test('checkInput() names the field, its value and what is expected', () => {
  const { inputSchema } = searchTool;
  assert.equal(refusal(inputSchema, 'query'), 'The input is string, expected an object');
  assert.match(refusal(inputSchema, {}), /^"query" is missing: A question/);
  assert.equal(refusal(inputSchema, { query: 7 }), '"query" is number, expected a string');
  assert.equal(refusal(inputSchema, { query: '  ' }), '"query" is empty, expected at least 1 character');
  assert.equal(refusal(inputSchema, { query: 'x'.repeat(20_001) }), '"query" has 20001 characters, at most 20000 are allowed');
  assert.equal(refusal(inputSchema, { query: 'x', limit: 51 }), '"limit" is 51, expected 1 to 50');
  assert.equal(refusal(inputSchema, { query: 'x', limit: '5' }), '"limit" is string, expected a whole number');
  assert.equal(refusal(inputSchema, { query: 'x', paths: 'src' }), '"paths" is string, expected a list');
  assert.equal(refusal(inputSchema, { query: 'x', paths: ['a', 1] }), '"paths[1]" is number, expected a string');
  assert.match(
    refusal(inputSchema, { query: 'x', top: 3 }),
    /^There is no field "top"; the fields are query, words, names, paths, limit, maxTokens$/,
  );
  assert.match(refusal(relatedTool.inputSchema, { path: 'a' }), /^"line" is missing/);
});

test('checkInput() rejects any input only by InputError', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...toolDefinitions),
      fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom('query', 'limit', 'path', 'line', 'paths', 'id'), fc.anything())),
      (tool, input) => {
        try {
          checkInput(tool.inputSchema, input);
        } catch (error) {
          assert.ok(error instanceof InputError, String(error));
        }
      },
    ),
  );
});
