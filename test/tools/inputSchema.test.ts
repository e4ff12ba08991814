import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { overviewTool, searchTool, symbolTool, toolDefinitions } from '../../src/tools/definitions.ts';
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
  assert.deepEqual(checkInput(searchTool.inputSchema, { question: 'a', paths: ['src'], words: null }), { question: 'a', paths: ['src'] });
  assert.deepEqual(checkInput(symbolTool.inputSchema, { name: 'a', neighbours: true }), { name: 'a', neighbours: true });
  assert.deepEqual(checkInput(overviewTool.inputSchema, {}), {});
});

test('checkInput() names the field, its value and what is expected', () => {
  const { inputSchema } = searchTool;
  assert.equal(refusal(inputSchema, 'question'), 'The input is string, expected an object');
  assert.match(refusal(inputSchema, {}), /^"question" is missing: Plain words/);
  assert.equal(refusal(inputSchema, { question: 7 }), '"question" is number, expected a string');
  assert.equal(refusal(inputSchema, { question: '  ' }), '"question" is empty, expected at least one character');
  assert.equal(refusal(inputSchema, { question: 'x'.repeat(20_001) }), '"question" has 20001 characters, at most 20000 are allowed');
  assert.equal(refusal(inputSchema, { question: 'x', names: 'x'.repeat(4097) }), '"names" has 4097 characters, at most 4096 are allowed');
  assert.equal(refusal(symbolTool.inputSchema, { name: 'x', neighbours: 'yes' }), '"neighbours" is string, expected true or false');
  assert.equal(refusal(inputSchema, { question: 'x', paths: 'src' }), '"paths" is string, expected a list');
  assert.equal(refusal(inputSchema, { question: 'x', paths: ['a', 1] }), '"paths[1]" is number, expected a string');
  assert.match(
    refusal(inputSchema, { question: 'x', top: 3 }),
    /^There is no field "top"; the fields are question, words, names, also, paths, cursor$/,
  );
});

test('all schemas together are short, since every request of an agent has them', () => {
  const all = JSON.stringify(toolDefinitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));
  assert.ok(all.length <= 3600, `${all.length} characters`);
});

test('checkInput() rejects any input only by InputError', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...toolDefinitions),
      fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom('question', 'also', 'path', 'neighbours', 'paths', 'id'), fc.anything())),
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
