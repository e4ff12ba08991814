// What the server sends is what the service returns: the same places in the same order, the same counts, the same texts.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { driftRequest } from '../../../src/protocol/drift.ts';
import { connectRequest } from '../../../src/protocol/evidence.ts';
import { impactRequest } from '../../../src/protocol/impact.ts';
import {
  askRequest,
  communitiesRequest,
  communityRequest,
  evidenceRequest,
  excerptRequest,
  maskedRequest,
  relatedRequest,
  reportRequest,
  searchRequest,
} from '../../../src/protocol/server.ts';
import { outlineRequest, overviewRequest, partRequest, topicsRequest } from '../../../src/protocol/treeRows.ts';
import { shownBlock } from '../../../src/server/answers/quotes/shownBlock.ts';
import { createService } from '../../../src/service/createService.ts';
import { communityList, communityPassages } from '../../../src/service/treeRows/communityRows.ts';
import { folderSummaries, outlineRows, partCommunities, partFiles } from '../../../src/service/treeRows/overviewRows.ts';
import type { MarkedText } from '../../../src/service/types/results.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { copyFixture } from '../../support/fixture.ts';
import { type LspClient, startLspClient, uriOf } from '../lspClient.ts';

const question = 'Which kettle is heated first?';
const name = 'KettleQueue';
const { signal } = new AbortController();
const rows: Readonly<Record<string, (at: At) => Promise<readonly [wire: unknown, service: unknown]>>> = {
  'the sources of an answer': async ({ client, service, placeOf }) => [
    (await client.ask(askRequest, { question })).sources.map((one) => [one.rank, uriAndLines(one), one.title]),
    (await service.ask(question)).sources.map((one) => [one.rank, placeOf(one), one.title]),
  ],
  'its blocks, each in the file of its source': async ({ client, service, placeOf }) => {
    const wire = await client.ask(askRequest, { question });
    const { blocks, sources } = await service.ask(question);
    assert.ok(new Set(blocks.map(({ n }) => sources[n - 1]?.path)).size > 1, 'blocks of several files');
    return [
      wire.blocks.map((block) => [block.n, uriAndLines(block), block.subject, block.language, block.shown]),
      blocks.map((block) => {
        const { language, shown } = shownBlock(block);
        return [block.n, placeOf({ ...block, path: sources[block.n - 1]?.path as string }), block.subject, language, shown];
      }),
    ];
  },
  'its citations': async ({ client, service, placeOf }) => [
    (await client.ask(askRequest, { question })).citations.map((one) => [one.n, uriAndLines(one), one.quote, one.fileHash]),
    (await service.ask(question)).citations.map((one) => [one.n, placeOf(one), one.quote, one.fileHash]),
  ],
  'what it says beside its places': async ({ client, service }) => {
    const pick = ({ found, state, answer, lookedFor, missing, seeAlso, system }: Record<string, unknown>) => {
      return { found, state, answer, lookedFor, missing, seeAlso, system };
    };
    return [pick({ ...(await client.ask(askRequest, { question })) }), pick({ ...(await service.ask(question)) })];
  },
  'the files that a question was asked of': async ({ client, service }) => [
    (await client.ask(askRequest, { question })).files,
    service.report()[0]?.files,
  ],
  'a ranking': async ({ client, service, placeOf }) => [
    (await client.ask(searchRequest, { query: 'kettle plan', limit: 7 })).sources.map((one) => [one.rank, uriAndLines(one), one.kind]),
    (await service.search('kettle plan', { limit: 7 })).results.map((one) => [one.rank, placeOf(one), one.kind]),
  ],
  'a ranking of some files': async ({ client, service, placeOf, root }) => {
    const files = ['src/planner.ts', 'docs/orders.md'].map((file) => path.join(root, file));
    return [
      (await client.ask(searchRequest, { query: 'kettle plan', scope: files.map(uriOf) })).sources.map(uriAndLines),
      (await service.search('kettle plan', { scope: files })).results.map(placeOf),
    ];
  },
  'related places of a line': async ({ client, service, placeOf, root }) => {
    const file = path.join(root, 'src/planner.ts');
    return [
      (await client.ask(relatedRequest, { uri: uriOf(file), line: 9, character: 0, limit: 9 })).sources.map((one) => [
        uriAndLines(one),
        one.relation,
      ]),
      (await service.related(file, 10, { limit: 9 })).results.map((one) => [placeOf(one), one.relation]),
    ];
  },
  connections: async ({ client, service }) => {
    const [from, to] = ['docs/storage.md', name];
    const { ends: _, ms: __, ...known } = await service.connect(from, to);
    return [await client.ask(connectRequest, { from, to }), onWire(known)];
  },
  'what the change of a line reaches': ({ client, service, root }) => impactOf(client, service, root, 'src/kettle.ts', 8),
  'what the change of each line of a file reaches': async ({ client, service, root }) => {
    const lines = Array.from({ length: 18 }, (_, i) => i + 1);
    const pairs: (readonly [unknown, unknown])[] = [];
    for (const line of lines) pairs.push(await impactOf(client, service, root, 'src/planStore.ts', line));
    return [pairs.map(([wire]) => wire), pairs.map(([, known]) => known)];
  },
  'what the change of a file reaches': ({ client, service, root }) => impactOf(client, service, root, 'src/kettle.ts'),
  'what two places share': async ({ client, service, placeOf, root }) => {
    const { sources } = await client.ask(askRequest, { question, limit: 20 });
    const [from, to] = ['docs/brewing.md', 'src/kettle.ts'].map((file) => sources.find((one) => one.path === file));
    assert.ok(from && to);
    const rangeOf = ({ path: file, startLine, endLine }: typeof to) => ({ file: path.join(root, file), startLine, endLine });
    const [wire, known] = [
      await client.ask(evidenceRequest, { from, to, question }),
      await service.evidence(rangeOf(to), { from: rangeOf(from), question }),
    ];
    return [
      [wire.from && uriAndLines(wire.from.place), uriAndLines(wire.to.place), wire.shared.map((one) => one.chunks), wire.chunks, wire.lost],
      [known.from && placeOf(known.from), placeOf(known.to), known.shared.map((one) => one.chunks), known.chunks, known.lost],
    ];
  },
  'an excerpt': async ({ client, service, root }) => {
    const file = path.join(root, 'src/kettle.ts');
    const place = { uri: uriOf(file), path: 'src/kettle.ts', startLine: 3, endLine: 12 };
    const pick = ({ startLine, text, marks, isCut, isCutAbove }: MarkedText) => [
      startLine,
      text,
      marks.map(({ from, to }) => [from, to]),
      isCut,
      isCutAbove,
    ];
    const options = { question, names: [name], maxLines: 5 };
    return [
      pick((await client.ask(excerptRequest, { place, ...options })) as MarkedText),
      pick(service.excerpt({ file, startLine: 3, endLine: 12 }, options)),
    ];
  },
  'an answer beside its sources and blocks': async ({ client, service }) => {
    const { sources: _, files: __, ms: ___, blocks: ____, ...wire } = await client.ask(askRequest, { question });
    const { sources: _____, ms: ______, blocks: _______, ...known } = await service.ask(question);
    return [wire, onWire(known)];
  },
  'the overviews of the folders': async ({ client, service }) => [
    (await client.ask(overviewRequest, {})).folders,
    onWire(await folderSummaries(service, signal)),
  ],
  'the files and communities of each part, and the outlines': async ({ client, service, root }) => {
    const [wire, known]: [unknown[], unknown[]] = [[], []];
    for (const { parts, corners } of await folderSummaries(service, signal))
      for (const { id } of [...parts, ...corners]) {
        wire.push(await client.ask(partRequest, { id }), await client.ask(topicsRequest, { id }));
        const files = await partFiles(service, id, signal);
        known.push({ files: onWire(files) }, { topics: onWire(await partCommunities(service, id, signal)) });
        for (const { place } of files) {
          wire.push(await client.ask(outlineRequest, { uri: uriOf(path.join(root, place.path)) }));
          known.push({ entries: onWire(await outlineRows(service, root, place.path, signal)) });
        }
      }
    return [wire, known];
  },
  'communities, and the passages of each': async ({ client, service }) => {
    const [list, known] = [await client.ask(communitiesRequest, {}), await communityList(service, signal)];
    const passages = await Promise.all(known.communities.map(({ id }) => communityPassages(service, id, signal)));
    return [
      { list, passages: await Promise.all(list.communities.map(({ id }) => client.ask(communityRequest, { id }))) },
      { list: known, passages: onWire(passages) },
    ];
  },
  'the report': async ({ client, service }) => {
    const pick = ({ files, chunks, entities, bytes }: Record<string, unknown>) => ({ files, chunks, entities, bytes });
    const [wire] = (await client.ask(reportRequest, {})).folders;
    const [known] = service.report();
    const masked = { wire: await client.ask(maskedRequest, {}), known: await service.masked() };
    return [
      [
        masked.wire.folders.map(({ places }) => places),
        pick({ ...wire }),
        wire?.skipped,
        wire?.skippedFiles.flatMap(({ reason, files }) => files.map((file) => [reason, file.path])),
        wire?.encodings.map(({ encoding, paths }) => [encoding, paths]),
      ],
      [
        masked.known.map(({ places }) => places),
        pick({ ...known }),
        Object.fromEntries([...Map.groupBy(known?.skipped ?? [], ({ reason }) => reason)].map(([reason, files]) => [reason, files.length])),
        known?.skipped.map(({ reason, path: file }) => [reason, file]),
        Object.entries(known?.encodings ?? {}),
      ],
    ];
  },
  'mentions of a name that is removed meanwhile': async ({ client, service, root }) => {
    await Promise.all([client.ask(driftRequest, {}), service.drift()]);
    const file = path.join(root, 'src/kettle.ts');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll(name, 'KettleLine'));
    await Promise.all([
      client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(file), type: 2 }] }),
      service.update(root, [file]),
    ]);
    let wire = await client.ask(driftRequest, {});
    for (let attempt = 0; attempt < 100 && wire.folders.every(({ mentions }) => mentions.length === 0); attempt++) {
      await setTimeout(50);
      wire = await client.ask(driftRequest, {});
    }
    assert.ok(wire.folders.some(({ mentions }) => mentions.length > 0));
    return [wire.folders, onWire((await service.drift()).map(({ folder: _, since: __, retired: ___, ...rest }) => rest))];
  },
};

interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

interface At {
  readonly client: LspClient;
  readonly service: Service;
  readonly root: string;
  /** A place of the service as the wire has it. */
  readonly placeOf: (place: Lines & { readonly path: string }) => string;
}

let at: At;

before(async () => {
  const root = copyFixture('workspace');
  const [client, service] = [await startLspClient(), createService()];
  at = { client, service, root, placeOf: ({ path: file, ...lines }) => uriAndLines({ uri: uriOf(path.join(root, file)), ...lines }) };
  await Promise.all([
    client.configure([root], { patienceMs: 60_000 }),
    service.openFolder(root, { settings: defaultSettings, runGit: false }),
  ]);
  await service.idle();
});

after(async () => {
  await at.client.stop();
  await at.service.close();
  fs.rmSync(at.root, { recursive: true, force: true });
});

for (const [what, both] of Object.entries(rows)) {
  test(`the wire carries ${what} as the service returns it`, async () => {
    const [wire, service] = await both(at);
    assert.deepEqual(wire, service);
    assert.doesNotMatch(JSON.stringify(service), /^\[?\]?$/, 'something is compared');
  });
}

/** What the wire must carry: a URI for the folder of each place. */
function onWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onWire);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key, one]) => key !== 'folder' && one !== undefined);
  const mapped = Object.fromEntries(fields.map(([key, one]) => [key, onWire(one)]));
  if (!('folder' in value)) return mapped;
  const folder = String(value.folder);
  return 'path' in value
    ? { ...mapped, uri: uriOf(path.join(folder, String(value.path))) }
    : { ...mapped, uri: uriOf(folder), name: path.basename(folder) };
}

function uriAndLines({ uri, startLine, endLine }: Lines & { readonly uri: string }): string {
  return `${uri} ${startLine}-${endLine}`;
}

async function impactOf(client: LspClient, service: Service, root: string, file: string, line?: number) {
  const uri = uriOf(path.join(root, file));
  const { ms: _, ...wire } = await client.ask(impactRequest, { place: line === undefined ? { uri } : { uri, line: line - 1 } });
  const { ms: __, ...known } = await service.impact(line === undefined ? path.join(root, file) : `${path.join(root, file)}:${line}`);
  return [wire, onWire(known)] as const;
}
