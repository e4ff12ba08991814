import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { type CancellationToken, CancellationTokenSource } from 'vscode-languageserver/node';
import { type AnswerEvent, answerEventNotification, previewRequest, type RequestPreview } from '../../../src/protocol/answer.ts';
import {
  type ModelChatParams,
  type ModelChatResult,
  type ModelInfo,
  modelChatRequest,
  modelCountRequest,
  modelTextNotification,
  type WireMessage,
} from '../../../src/protocol/model.ts';
import { earlierTurn, type WireTurn } from '../../../src/protocol/places.ts';
import { askRequest, searchRequest } from '../../../src/protocol/server.ts';
import { copyFixture } from '../../support/fixture.ts';
import { type LspClient, startLspClient } from '../lspClient.ts';

// The test acts as the editor: it answers the server's requests over the real wire.
let client: LspClient;
let folder: string;
let play: (params: ModelChatParams, token: CancellationToken) => Promise<ModelChatResult>;
const asked: ModelChatParams[] = [];
const events: AnswerEvent[] = [];
let counts = 0;

const model: ModelInfo = { id: 'm', name: 'stand-in', contextTokens: 8000, counts: false };
const question = 'Which kettle is heated first?';

before(async () => {
  folder = copyFixture('workspace');
  fs.writeFileSync(path.join(folder, 'docs/harbour.md'), '# Harbour\n\nThe quay has a crane.\n');
  client = await startLspClient({ transport: 'ipc' });
  await client.configure([folder]);
  client.connection.onRequest(modelChatRequest as string, (params: ModelChatParams, token: CancellationToken) => {
    asked.push(params);
    return play(params, token);
  });
  client.connection.onRequest(modelCountRequest as string, ({ text }: { text: string }) => {
    counts++;
    return Math.ceil(text.length / 3);
  });
  client.connection.onNotification(answerEventNotification as string, ({ stream, event }: { stream: string; event: AnswerEvent }) => {
    assert.equal(stream, 's');
    events.push(event);
  });
});

after(async () => {
  await client.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  asked.length = 0;
  events.length = 0;
});

async function stream(chat: string, ...pieces: readonly string[]): Promise<void> {
  for (const text of pieces) await client.notify(modelTextNotification, { chat, text });
}

test('an answer is streamed in pieces, checked, and ends with places that contain its quotes', async () => {
  play = async ({ chat }) => {
    await stream(chat, 'The kettle that ', 'boils first is heated first [1]. ', 'See ![x](http://evil.example/?q=1) [77].');
    return { end: 'done', sent: 'entry' };
  };
  const result = await client.ask(askRequest, { question, model, stream: 's' });
  const [first, ...rest] = events;
  assert.equal(first?.kind, 'sources');
  const sources = first?.kind === 'sources' ? first.sources : [];
  assert.ok(sources.length > 1);
  assert.equal(rest.map((event) => (event.kind === 'text' ? event.text : '')).join(''), result.answer);
  // The lines supporting a number are sent as soon as its sentence is complete, and equal those of the result.
  assert.deepEqual(
    rest.flatMap((event) => (event.kind === 'citation' ? [event.citation] : [])),
    result.citations,
  );
  assert.equal(result.answer, 'The kettle that boils first is heated first [1]. See x [?].');
  assert.equal(result.model, 'stand-in');
  assert.deepEqual(result.written?.unknown, [77]);
  assert.equal(result.written?.disarmed, 1);
  assert.equal(result.written?.sent, 'entry');
  assert.equal(result.written?.given, sources.length);
  assert.deepEqual(result.sources.slice(0, sources.length), sources);
  assert.deepEqual(
    result.sources.map(({ rank }) => rank),
    result.sources.map((_, i) => i + 1),
  );
  assert.ok(sources.every(({ why }) => why !== ''));
  const [citation] = result.citations;
  assert.equal(citation?.uri, sources[0]?.uri);
  const lines = fs.readFileSync(new URL(citation?.uri ?? ''), 'utf8').split('\n');
  const cited = lines.slice((citation?.startLine ?? 1) - 1, citation?.endLine).join('\n');
  assert.ok(citation?.quote !== '' && cited.includes(citation?.quote ?? '?'));
  const [params] = asked;
  assert.deepEqual([params?.purpose, params?.model, params?.sources], ['answer', 'm', sources.length]);
  assert.ok((params?.tokens ?? 0) > 100);
});

test('what the model looks for is reported with the request that brings it, and is numbered after the sources', async () => {
  const replies = ['Let me see.\n\nLOOK read docs/harbour.md 1-9\n', 'It has a crane [N:3].'];
  play = async ({ chat, sources }) => {
    const round = asked.length;
    await client.notify(modelTextNotification, { chat, text: '', sent: `entry${round}` });
    await stream(chat, (replies[round - 1] as string).replace('N', String(sources)));
    return { end: 'done', sent: `entry${round}` };
  };
  const result = await client.ask(askRequest, { question, model, stream: 's', limit: 1 });
  assert.deepEqual(
    asked.map(({ purpose }) => purpose),
    ['answer', 'look'],
  );
  const looks = events.flatMap((event) => (event.kind === 'looks' ? [event.looks] : []));
  const step = { verb: 'read', about: 'docs/harbour.md', startLine: 1, endLine: 9, found: 1 };
  assert.deepEqual(looks, [[step], [{ ...step, sent: 'entry2' }]]);
  assert.deepEqual([result.written?.looks, result.written?.sent], [[{ ...step, sent: 'entry2' }], 'entry2']);
  const [citation] = result.citations;
  assert.deepEqual([citation?.path, citation?.startLine, citation?.quote], ['docs/harbour.md', 3, 'The quay has a crane.']);
  assert.notEqual(citation?.fileHash, '');
  assert.deepEqual(result.sources[(citation?.n ?? 0) - 1]?.path, 'docs/harbour.md');
  assert.ok(!JSON.stringify(events).includes('LOOK'));
});

test('where what was found may not be sent, the model answers without it', async () => {
  play = async ({ chat, purpose }) => {
    if (purpose === 'look') return { end: 'withheld', messages: [{ code: 'verbatim', arguments: ['You did not agree.'] }] };
    await stream(chat, asked.length === 1 ? 'LOOK read docs/harbour.md 1-9' : 'The kettle is heated first [1].');
    return { end: 'done' };
  };
  const result = await client.ask(askRequest, { question, model, stream: 's', limit: 1 });
  assert.deepEqual(
    asked.map(({ purpose }) => purpose),
    ['answer', 'look', 'answer'],
  );
  assert.deepEqual([result.answer, result.notice], ['The kettle is heated first [1].', undefined]);
  const last = asked.at(-1)?.messages.at(-1)?.content ?? '';
  assert.match(last, /^LOOK read docs\/harbour\.md 1-9\n\nWhat was found may not be sent\.\n\nDo not look further/);
  assert.doesNotMatch(last, /crane/);
});

test('a truncated answer is marked', async () => {
  play = async ({ chat }) => {
    await stream(chat, 'The kettle [1]');
    return { end: 'length' };
  };
  assert.equal((await client.ask(askRequest, { question, model })).written?.isCut, true);
});

test('after an overflow the model is asked again with fewer sources, and earlier text is void', async () => {
  play = async ({ chat, tokens }) => {
    if (tokens > 1500) return { end: 'overflow', messages: [{ code: 'verbatim', arguments: ['too long'] }] };
    await stream(chat, 'Less [1].');
    return { end: 'done' };
  };
  const result = await client.ask(askRequest, { question, model, stream: 's', limit: 20 });
  assert.ok(asked.length > 1);
  assert.equal(events.filter(({ kind }) => kind === 'sources').length, asked.length);
  assert.equal(result.answer, 'Less [1].');
  assert.ok((result.written?.given ?? 0) < (asked[0]?.sources ?? 0));
});

test('if a request is refused, the answer is quoted, with the reason', async () => {
  play = async () => ({ end: 'withheld', messages: [{ code: 'verbatim', arguments: ['Nothing was sent: offline.'] }] });
  const result = await client.ask(askRequest, { question, model });
  assert.deepEqual([result.model, result.notice, result.found, result.written], [null, 'Nothing was sent: offline.', true, undefined]);
});

test('a failure is reported in the words of its source', async () => {
  play = async () => {
    throw new Error('http://x rejects the key (401).');
  };
  await assert.rejects(client.ask(askRequest, { question, model }), /rejects the key \(401\)/);
});

test('stopping a question stops its chat, during the answer and before it', async () => {
  for (const pieces of [[], ['The ']]) {
    const stop = new CancellationTokenSource();
    let stopped: (() => void) | undefined;
    const whenStopped = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    play = async ({ chat }, token) => {
      await stream(chat, ...pieces);
      setTimeout(() => stop.cancel(), 20);
      await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
      stopped?.();
      throw new Error('stopped');
    };
    await assert.rejects(client.ask(askRequest, { question, model, stream: 's' }, stop.token), /cancelled/);
    await whenStopped;
  }
});

test('a question that is not certain is restated by the model before it is searched for; only questions are sent for that', async () => {
  const turns = [{ question: 'What is the KettleQueue?', answer: 'It orders kettles [3].', quoted: [] }];
  play = async ({ chat, purpose }) => {
    await stream(chat, purpose === 'restate' ? '"Silence of the bell: night, quiet hours"\nNames: silentAt Bell' : 'It is so [1].');
    return { end: 'done' };
  };
  const result = await client.ask(askRequest, { question: 'And when is it?', model, turns });
  assert.deepEqual(
    asked.map(({ purpose, sources }) => [purpose, sources > 0]),
    [
      ['restate', false],
      ['answer', true],
    ],
  );
  assert.equal(result.restated?.line, 'Silence of the bell: night, quiet hours');
  assert.ok(result.sources.slice(0, 3).some(({ path }) => path.includes('bell')));
  const sent = asked[0]?.messages.at(-1)?.content ?? '';
  assert.match(sent, /^Repository: .+\nEarlier question: What is the KettleQueue\?\nQuestion: And when is it\?$/);
  // What is given is searched for instead; where nothing is left of it, the question alone.
  for (const [restated, shown] of [
    [{ line: 'Night of the bell', names: [] }, 'Night of the bell'],
    [{ line: '', names: [] }, undefined],
  ] as const) {
    asked.length = 0;
    const again = await client.ask(askRequest, { question: 'And when is it?', model, turns, restated: { ...restated, names: [] } });
    assert.deepEqual([asked.map(({ purpose }) => purpose), again.restated?.line], [['answer'], shown]);
  }
  // Where the model writes nothing it gets the question alone, and the answer is quoted.
  asked.length = 0;
  const quoted = await client.ask(askRequest, { question: 'And when is it?', model, turns, writes: false });
  assert.deepEqual([asked.map(({ purpose }) => purpose), quoted.model, quoted.restated?.names], [['restate'], null, ['silentAt', 'Bell']]);
  assert.ok(quoted.blocks.some(({ path }) => path.includes('bell')));
  // What an answerer knows needs no other words.
  asked.length = 0;
  await client.ask(askRequest, { question: 'Where is PlanStore used?', model });
  assert.deepEqual(
    asked.map(({ purpose }) => purpose),
    ['answer'],
  );
});

test('while the model restates a question, quotes come first; a late, failing or withheld reply leaves them, with one sentence', async () => {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const params = { question: 'And when is it?', model, turns: [{ question: 'What is the KettleQueue?', quoted: [] }], stream: 's' };
  const plain = await client.ask(askRequest, { ...params, model: undefined });
  play = async ({ chat, purpose }) => {
    await wait(400);
    await stream(chat, purpose === 'restate' ? 'Silence of the bell: night, quiet hours' : 'It is so [1].');
    return { end: 'done' };
  };
  await client.ask(askRequest, params);
  assert.deepEqual(
    events.map(({ kind }) => kind).filter((kind, i, all) => kind !== all[i - 1]),
    ['quoted', 'restated', 'sources', 'text'],
  );
  const [first] = events;
  assert.deepEqual(first?.kind === 'quoted' && first.result.blocks, plain.blocks);
  for (const [reply, note] of [
    [() => wait(3000), 'restatedLate'],
    [() => Promise.reject(new Error('busy (429)')), undefined],
  ] as const) {
    asked.length = 0;
    play = async () => {
      await reply();
      return { end: 'done' };
    };
    const quoted = await client.ask(askRequest, { ...params, writes: false, maxRestateSeconds: 1 });
    assert.deepEqual([quoted.blocks, quoted.restated, asked.length], [plain.blocks, undefined, 1]);
    assert.equal(quoted.notes?.length, 1);
    if (note !== undefined) assert.equal(quoted.notes?.[0]?.code, note);
  }
});

test('a search for a question is restated, one for names or keywords is not', async () => {
  play = async ({ chat }) => {
    await stream(chat, 'Silence of the bell: night, quiet hours');
    return { end: 'done' };
  };
  const found = await client.ask(searchRequest, { query: 'And when is it calm at last?', model });
  assert.equal(found.restated?.line, 'Silence of the bell: night, quiet hours');
  assert.ok(found.sources.slice(0, 3).some(({ path }) => path.includes('bell')));
  assert.deepEqual(
    asked.map(({ purpose, sources }) => [purpose, sources]),
    [['restate', 0]],
  );
  asked.length = 0;
  const named = await client.ask(searchRequest, { query: 'KettleQueue', model });
  assert.deepEqual([named.restated, asked.length], [undefined, 0]);
});

test('turns that quote a file that has changed since are left out of every request, and counted', async () => {
  const file = path.join(folder, 'docs/brewing.md');
  const text = fs.readFileSync(file, 'utf8');
  play = async ({ chat }) => {
    await stream(chat, 'The kettle with the lowest target [1].');
    return { end: 'done' };
  };
  const turnOf = async (asking: string, model?: ModelInfo): Promise<WireTurn> => {
    const { answer, citations } = await client.ask(askRequest, { question: asking, model });
    return earlierTurn(asking, answer, citations);
  };
  const turns = [await turnOf('Which tea needs boiling water?'), await turnOf(question, model)];
  assert.ok(turns.every(({ quoted }) => quoted.length > 0 && quoted.every(({ fileHash }) => fileHash !== '')));
  assert.ok(turns[0]?.quoted.some(({ uri }) => uri.endsWith('/docs/brewing.md')));
  const sentWith = async (): Promise<ModelChatParams[]> => {
    asked.length = 0;
    await client.ask(askRequest, { question: 'And when is it?', model, turns });
    return [...asked];
  };
  for (const { earlier, leftOut } of await sentWith()) assert.deepEqual([earlier, leftOut], [2, 0]);
  try {
    // A branch without the page, then an edit; the question comes before any watcher event.
    for (const change of [() => fs.rmSync(file), () => fs.writeFileSync(file, `${text}\nMore.\n`)]) {
      change();
      const stale = turns.filter(({ quoted }) => quoted.some(({ uri }) => uri.endsWith('/docs/brewing.md')));
      const sent = await sentWith();
      assert.deepEqual(
        sent.map(({ purpose }) => purpose),
        stale.length < turns.length ? ['restate', 'answer'] : ['answer'],
      );
      for (const { messages, earlier, leftOut } of sent) {
        assert.deepEqual([earlier, leftOut], [turns.length - stale.length, stale.length]);
        for (const turn of stale) assert.ok(messages.every(({ content }) => !content.includes(turn.question)));
      }
      const preview = await client.ask(previewRequest, { question: 'And when is it?', model, turns });
      const [first] = preview.requests;
      assert.deepEqual([first?.earlier, first?.leftOut], [turns.length - stale.length, stale.length]);
    }
    fs.writeFileSync(file, text);
    assert.deepEqual((await sentWith()).at(-1)?.earlier, 2);
  } finally {
    fs.writeFileSync(file, text);
  }
});

test('a question is not restated without permission: the names of the thread are carried over', async () => {
  play = async ({ chat }) => {
    await stream(chat, 'It is so [1].');
    return { end: 'done' };
  };
  const turns = [{ question: 'What does PlanStore keep?', answer: 'Plans.', quoted: [] }];
  const result = await client.ask(askRequest, { question: 'And who uses it?', model, turns, mayRestate: false });
  assert.deepEqual(
    asked.map(({ purpose, earlier }) => [purpose, earlier]),
    [['answer', 1]],
  );
  assert.equal(result.sources[0]?.path, 'src/planner.ts');
});

test('if the model is of no help, the names of the thread are carried over', async () => {
  play = async ({ chat, purpose }) => {
    await stream(chat, purpose === 'restate' ? '…' : 'It is so [1].');
    return { end: 'done' };
  };
  const turns = [{ question: 'What does PlanStore keep?', quoted: [] }];
  const result = await client.ask(askRequest, { question: 'And who uses it?', model, turns });
  assert.equal(result.restated?.line, undefined);
  assert.equal(result.sources[0]?.path, 'src/planner.ts');
});

test('a model that counts tokens is asked to; the preview shows what would be sent and sends nothing', async () => {
  const preview = await client.ask(previewRequest, { question, model: { ...model, counts: true } });
  const previewed = messagesIn(preview);
  assert.ok(counts > 3 && (preview.requests[0]?.sources ?? 0) > 1 && asked.length === 0);
  assert.match(previewed.at(-1)?.content ?? '', /Question: Which kettle is heated first\?$/);
  play = async ({ chat }) => {
    await stream(chat, 'So [1].');
    return { end: 'done' };
  };
  await client.ask(askRequest, { question, model: { ...model, counts: true } });
  assert.deepEqual(asked[0]?.messages, previewed);
});

test('operators restrict what is found, also for a restated question, and are not sent', async () => {
  const turns = [{ question: 'What is the KettleQueue? kind:code', answer: 'It orders kettles.', quoted: [] }];
  play = async ({ chat, purpose }) => {
    await stream(chat, purpose === 'restate' ? 'Which kettle does the KettleQueue heat first?' : 'It is so [1].');
    return { end: 'done' };
  };
  const result = await client.ask(askRequest, { question: 'And which does it heat first? kind:doc lang:md', model, turns });
  assert.equal(asked.length, 2);
  assert.ok(asked.every(({ messages }) => messages.every(({ content }) => !/kind:|lang:/.test(content))));
  assert.match(asked[1]?.messages.at(-1)?.content ?? '', /Question: And which does it heat first\?$/);
  assert.equal(result.restated?.line, 'Which kettle does the KettleQueue heat first?');
  assert.ok(result.sources.length > 0 && result.sources.every(({ kind }) => kind === 'doc'));
  const preview = await client.ask(previewRequest, { question: `${question} kind:doc`, model });
  assert.match(messagesIn(preview).at(-1)?.content ?? '', /Question: Which kettle is heated first\?$/);
});

/** The messages of the first request. */
function messagesIn({ requests: [first] }: RequestPreview): readonly WireMessage[] {
  return first !== undefined && 'messages' in first ? first.messages : [];
}
