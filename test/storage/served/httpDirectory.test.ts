import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import zlib, { deflateRawSync } from 'node:zlib';
import { CorruptBytesError } from '../../../src/engine/index/codec/bytes.ts';
import { maxFrameBytes } from '../../../src/engine/index/codec/lazyBytes.ts';
import { OverBudgetError } from '../../../src/engine/util/budget.ts';
import { indexVersion } from '../../../src/engine/version.ts';
import { inflate } from '../../../src/storage/inflate.ts';
import { concatBytes } from '../../../src/storage/served/concatBytes.ts';
import { isWebAddress, webDirectory } from '../../../src/storage/served/exportAddress.ts';
import { ExportError, parseHead } from '../../../src/storage/served/exportForm.ts';
import { HttpDirectory } from '../../../src/storage/served/httpDirectory.ts';
import { inflateFrame, sizeOfFrame } from '../../../src/storage/served/inflateFrame.ts';
import { SharedIndexError } from '../../../src/storage/sharedIndexError.ts';

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A server that answers so, with the requests that it got. */
async function serverWith(t: TestContext, answer: Answer) {
  const requests: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/name`, requests };
}

const faultOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (error: unknown) => (error instanceof SharedIndexError ? error.fault : String(error)),
  );

test('a range is asked for by its bytes, and the manifest by its name', async (t) => {
  const { base, requests } = await serverWith(t, (request, response) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) response.end('{"a":1}');
    else response.writeHead(206).end(Buffer.from('0123456789').subarray(Number(from), Number(to) + 1));
  });
  for (const address of [base, `${base}/`]) {
    const directory = new HttpDirectory(address, 'export.json', { Authorization: 'Bearer x' });
    assert.equal(Buffer.from(await directory.get('segments-1', 2, 5)).toString(), '234');
    assert.equal(await directory.manifest(), '{"a":1}');
    assert.equal((await directory.get('segments-1', 5, 5)).length, 0);
  }
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['/name/segments-1', '/name/export.json', '/name/segments-1', '/name/export.json'],
  );
  // `fetch` adds one of its own to a range.
  assert.ok(requests.every(({ headers }) => headers.authorization === 'Bearer x' && headers['accept-encoding']?.startsWith('identity')));
});

test('an answer that is not what was asked for has a fault by its kind', async (t) => {
  const of = async (answer: Answer) => {
    const directory = new HttpDirectory((await serverWith(t, answer)).base, 'export.json');
    return [await faultOf(directory.get('a', 0, 4)), await faultOf(directory.manifest())];
  };
  const status =
    (code: number): Answer =>
    (_, response) =>
      void response.writeHead(code).end('1234');
  assert.deepEqual(await of(status(200)), ['sharedNoRanges', 'none']);
  assert.deepEqual(await of(status(206)), ['none', 'none']);
  assert.deepEqual(await of(status(401)), ['sharedCredentials', 'sharedCredentials']);
  assert.deepEqual(await of(status(403)), ['sharedCredentials', 'sharedCredentials']);
  assert.deepEqual(await of(status(404)), ['sharedGone', 'sharedUnknownName']);
  assert.deepEqual(await of(status(410)), ['sharedGone', 'sharedUnknownName']);
  assert.deepEqual(await of(status(416)), ['sharedDamaged', 'sharedDamaged']);
  assert.deepEqual(await of(status(500)), ['sharedUnreachable', 'sharedUnreachable']);
  assert.deepEqual(await of((_, response) => void response.writeHead(302, { Location: '/other' }).end()), [
    'sharedUnreachable',
    'sharedUnreachable',
  ]);
  const sized =
    (size: number): Answer =>
    (_, response) =>
      void response.writeHead(206).end(Buffer.alloc(size));
  assert.deepEqual([(await of(sized(3)))[0], (await of(sized(5)))[0]], ['sharedDamaged', 'sharedExcess']);
  assert.deepEqual([(await of(sized(1 << 16)))[1], (await of(sized((1 << 16) + 1)))[1]], ['none', 'sharedExcess']);
});

test('an address is of a directory without secrets; in plain text only on this machine', () => {
  assert.deepEqual(['https://a', 'HTTP://a', 'postgres://a', 'xhttp://a'].map(isWebAddress), [true, true, false, false]);
  assert.equal(webDirectory('https://a.org/x//', 'main'), 'https://a.org/x/main/');
  assert.equal(webDirectory('http://localhost:8080', 'main'), 'http://localhost:8080/main/');
  const fault = (address: string, name = 'main') => faultOf(Promise.resolve().then(() => webDirectory(address, name)));
  const cases: readonly Promise<string>[] = [
    ...['https://u@a.org', 'https://:p@a.org', 'https://a.org?x', 'https://a.org#x', 'nothing'].map((address) => fault(address)),
    ...['http://a.org', 'http://127.0.0.1.a.org'].map((address) => fault(address)),
    ...['.', '..'].map((name) => fault('https://a.org', name)),
    ...['http://127.0.0.1', 'http://[::1]:1/'].map((address) => fault(address)),
  ];
  return Promise.all(cases).then((faults) =>
    assert.deepEqual(faults, [
      ...Array(5).fill('sharedAddress'),
      ...Array(2).fill('sharedPlainText'),
      ...Array(2).fill('sharedName'),
      'none',
      'none',
    ]),
  );
});

/** Node's own. */
const own = { crc32: zlib.crc32, inflate: (payload: Uint8Array, size: number) => inflate('deflate', payload, size) };

/** A frame: the sizes of its content and payload, the payload, and its checksum, which continues `at`. */
function frameOf(payload: Uint8Array, size: number, at: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(Uint32Array.of(size, payload.length).buffer);
  const body = concatBytes([head, payload]);
  return concatBytes([body, new Uint8Array(Uint32Array.of(zlib.crc32(body, at)).buffer)]);
}

test('a frame is inflated if its sizes and its checksum are right', async () => {
  const content = Buffer.from('tide '.repeat(200));
  const payload = new Uint8Array(deflateRawSync(content));
  const frame = frameOf(payload, content.length, 7);
  assert.equal(sizeOfFrame(frame), frame.length);
  assert.deepEqual(Buffer.from(await inflateFrame(frame, 7, own)), content);
  const stored = frameOf(content, content.length, 0);
  assert.deepEqual(
    Buffer.from(await inflateFrame(stored, 0, { crc32: zlib.crc32, inflate: () => assert.fail('it is not compressed') })),
    content,
  );
  const damaged: readonly (readonly [what: string, frame: Uint8Array<ArrayBuffer>, at?: number])[] = [
    ['another place', frame, 8],
    ['a changed byte', frame.with(20, (frame[20] as number) ^ 1) as Uint8Array<ArrayBuffer>],
    ['too short', frame.slice(0, 11)],
    ['cut', frame.slice(0, -1)],
    ['longer', concatBytes([frame, Uint8Array.of(0)])],
    ['more than its content', frameOf(payload, payload.length - 1, 7)],
    ['less content than said', frameOf(payload, content.length + 1, 7)],
    ['more content than said', frameOf(payload, content.length - 1, 7)],
    [
      'no deflate',
      frameOf(
        Uint8Array.from({ length: 20 }, () => 255),
        30,
        7,
      ),
    ],
    ['too large', frameOf(payload, maxFrameBytes + 1, 7)],
  ];
  for (const [what, bytes, at = 7] of damaged)
    await assert.rejects(
      async () => inflateFrame(bytes, at, own),
      (error: Error) => error instanceof CorruptBytesError || error instanceof OverBudgetError,
      what,
    );
  assert.deepEqual(concatBytes([]), new Uint8Array(0));
});

const file = (what: string) => ({ name: `${what}-${'0'.repeat(32)}`, bytes: 5 });
const head = { version: indexVersion, files: 1, chunks: 2, bytes: 3, segments: [file('segments')], blobs: file('blobs') };

test('the manifest of an export is whole, of this version, and names its files', () => {
  const reasonOf = (value: unknown): string => {
    try {
      parseHead(typeof value === 'string' ? value : JSON.stringify(value));
      return 'none';
    } catch (error) {
      return error instanceof ExportError ? error.reason : String(error);
    }
  };
  const good = [
    head,
    { ...head, commit: 'a'.repeat(40) },
    { ...head, commit: 'a'.repeat(64) },
    { ...head, replies: file('replies') },
    { ...head, files: 0 },
    { ...head, segments: [] },
  ];
  assert.deepEqual(
    good.map(reasonOf),
    good.map(() => 'none'),
  );
  assert.deepEqual([reasonOf({ ...head, version: 'x' }), reasonOf({ version: 'x' })], ['version', 'version']);
  const bad: readonly unknown[] = [
    ...['null', '[]', '{', '1'],
    ...['files', 'chunks', 'bytes'].flatMap((name) => [-1, 1.5, '1', undefined].map((value) => ({ ...head, [name]: value }))),
    ...['a'.repeat(39), 'a'.repeat(41), 'A'.repeat(40)].map((commit) => ({ ...head, commit })),
    ...[
      { ...head, version: undefined },
      { ...head, segments: {} },
      { ...head, segments: [file('blobs')] },
      { ...head, blobs: file('segments') },
    ],
    ...[
      { ...head, replies: file('segments') },
      { ...head, blobs: { ...file('blobs'), bytes: -1 } },
      { ...head, blobs: null },
    ],
  ];
  for (const value of bad) assert.equal(reasonOf(value), 'damaged', JSON.stringify(value));
});
