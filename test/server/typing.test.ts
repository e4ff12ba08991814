import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { completeRequest, typedPlacesRequest } from '../../src/protocol/panels/typing.ts';
import { copyFixture } from '../support/fixture.ts';
import { type LspClient, startLspClient, uriOf } from './lspClient.ts';

let client: LspClient;
let folder: string;

before(async () => {
  folder = copyFixture('workspace');
  client = await startLspClient();
  await client.configure([folder], {});
});

after(async () => {
  await client.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a question that is being typed has at most five places, each with its line as it is in the file', async () => {
  const { places } = await client.ask(typedPlacesRequest, { question: 'which kettle is heated fi' });
  assert.ok(places.length > 1 && places.length <= 5);
  for (const { uri, startLine, endLine, text } of places) {
    assert.equal(startLine, endLine);
    assert.equal(fs.readFileSync(new URL(uri), 'utf8').split('\n')[startLine - 1]?.trim(), text);
  }
  assert.deepEqual(
    places.filter(({ uri }) => uri.endsWith('/kettle.ts')).map(({ title, text }) => [title, text]),
    [['KettleQueue', '/** The kettle to heat next, or undefined when none waits. */']],
  );
  assert.ok(places.some(({ title }) => title === 'Brewing › Temperatures'));
  assert.deepEqual(await client.ask(typedPlacesRequest, { question: '' }), { places: [] });
});

test('a scope limits the places', async () => {
  const scope = [uriOf(path.join(folder, 'docs'))];
  const { places } = await client.ask(typedPlacesRequest, { question: 'kettle', scope });
  assert.ok(places.length > 0 && places.every(({ path: shown }) => shown.startsWith('docs/')), JSON.stringify(places));
});

test('the next key cancels a request', async () => {
  const source = new CancellationTokenSource();
  const asked = client.connection.sendRequest(typedPlacesRequest, { question: 'kettle '.repeat(2000) }, source.token);
  source.cancel();
  await assert.rejects(asked, { code: -32800 });
  assert.ok((await client.ask(typedPlacesRequest, { question: 'kettle' })).places.length > 0);
});

test('files, folders and defined names are completed, those that begin with the text first', async () => {
  const files = async (typed: string) =>
    (await client.ask(completeRequest, { kind: 'file', typed, max: 4 })).files.map((file) => file.path);
  assert.deepEqual((await files('kettle'))[0], 'src/kettle.ts');
  assert.deepEqual((await files('src/ke'))[0], 'src/kettle.ts');
  assert.deepEqual((await files('doc'))[0], 'docs');
  assert.deepEqual(await files('nothing like it'), []);
  const [docs] = (await client.ask(completeRequest, { kind: 'file', typed: 'docs', max: 1 })).files;
  assert.deepEqual(docs, { uri: uriOf(path.join(folder, 'docs')), path: 'docs', isFolder: true });
  const names = async (typed: string) => (await client.ask(completeRequest, { kind: 'name', typed, max: 4 })).names;
  assert.equal((await names('kettleq'))[0], 'KettleQueue');
  assert.ok((await names('queue')).includes('KettleQueue'));
  assert.deepEqual(await names(''), []);
  assert.deepEqual(await names('marmalade'), []);
});
