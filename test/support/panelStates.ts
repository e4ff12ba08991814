// Every state of the answer and evidence panels as messages, including those that would need a model, a failure or a slow build.
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { languageOf } from '../../src/engine/text/languages.ts';
import type { ConsentCard } from '../../src/protocol/consent.ts';
import type { PanelState, ToPanel } from '../../src/protocol/panels/panel.ts';
import type { EvidenceState, ToEvidence } from '../../src/protocol/panels/panelEvidence.ts';
import type { PanelTurn } from '../../src/protocol/panels/panelThread.ts';
import type { AskResult, Source, WireBlock, WireCitation } from '../../src/protocol/places.ts';
import { codeLanguage } from '../../src/server/answers/quotes/codeLanguage.ts';
import { wireBlock } from './blocksOf.ts';

const fixture = path.resolve(import.meta.dirname, '../fixtures/workspace');

function place(file: string, startLine: number, endLine: number) {
  return { uri: pathToFileURL(path.join(fixture, file)).href, path: file, startLine, endLine };
}

const sources: readonly Source[] = [
  {
    ...place('src/kettle.ts', 1, 21),
    rank: 1,
    title: 'Kettle, KettleQueue, add, …',
    kind: 'code',
    why: 'mentions heated, first; linked through KettleQueue to docs/brewing.md',
    steps: [
      { kind: 'names', label: 'heated, first', names: [{ kind: 'term', list: ['heated', 'first'] }] },
      { kind: 'place', label: 'docs/brewing.md', place: place('docs/brewing.md', 1, 7) },
      { kind: 'names', label: 'KettleQueue', names: [{ kind: 'symbol', list: ['KettleQueue'] }] },
    ],
  },
  {
    ...place('docs/brewing.md', 1, 7),
    rank: 2,
    title: 'Brewing › Temperatures',
    kind: 'doc',
    why: 'mentions heated, first, kettle',
    steps: [{ kind: 'names', label: 'heated, first, kettle', names: [{ kind: 'term', list: ['heated', 'first', 'kettle'] }] }],
  },
];

const citations: readonly WireCitation[] = [
  {
    ...place('src/kettle.ts', 17, 17),
    n: 1,
    quote: 'The kettle to heat next, or undefined when none waits.',
    title: 'KettleQueue',
    fileHash: 'a',
  },
  {
    ...place('docs/brewing.md', 5, 7),
    n: 2,
    quote: 'The class `KettleQueue` heats the kettle with the\nlowest target first, because a hot kettle never has to wait for a cold one.',
    title: 'Brewing',
    fileHash: 'a',
  },
];

const written =
  'The kettle with the **lowest target** is heated first [2]. `KettleQueue` hands it out:\n\n' +
  '```ts\nnext(): Kettle | undefined\n```\n\n```yaml\nkettle: "green" # hot\n```\n\n```diff\n+ one\n- two\n```\n\n- it keeps kettles in order [1]\n- it never waits for a cold one [2], nor for a guest [?]\n\nThis is usually what one wants.';

const linesOf = (file: string, from: number, to: number) => ({
  startLine: from,
  text: readFileSync(path.join(fixture, file), 'utf8')
    .split('\n')
    .slice(from - 1, to)
    .join('\n'),
});
const blocks: readonly WireBlock[] = [
  wireBlock({
    ...place('src/kettle.ts', 7, 20),
    n: 1,
    subject: 'KettleQueue.next',
    kind: 'code',
    language: 'typescript',
    pieces: [linesOf('src/kettle.ts', 7, 8), linesOf('src/kettle.ts', 17, 20)],
  }),
  wireBlock({
    ...place('src/teapot.py', 3, 19),
    n: 1,
    subject: 'ring_bell',
    kind: 'code',
    language: 'python',
    pieces: [linesOf('src/teapot.py', 3, 19)],
  }),
  wireBlock({
    ...place('docs/brewing.md', 5, 7),
    n: 2,
    subject: 'Brewing',
    kind: 'doc',
    language: 'markdown',
    pieces: [linesOf('docs/brewing.md', 5, 7)],
  }),
];

const quoted: AskResult = {
  question: 'Which kettle is heated first?',
  found: true,
  state: 'answer',
  answer: blocks.map(({ subject, n }) => `${subject} [${n}]`).join('\n\n'),
  blocks,
  seeAlso: [2],
  lookedFor: ['kettle', 'heated', 'first'],
  missing: [],
  citations,
  sources,
  system: 'mesh',
  model: null,
  ms: 9,
  files: 1204,
};
const byModel: AskResult = {
  ...quoted,
  answer: written,
  blocks: [],
  seeAlso: [],
  // One for each mark.
  citations: [1, 0, 1].map((i) => citations[i] as WireCitation),
  restated: { line: 'Order in which kettles are heated: queue, priority, lowest target temperature', names: ['KettleQueue', 'next'] },
  model: 'gpt-oss 20B',
  ms: 2140,
  written: {
    given: 2,
    unsupported: [{ from: written.indexOf('This is'), to: written.length }],
    unknown: [9],
    disarmed: 0,
    masked: 1,
    isCut: false,
    sent: 'x',
  },
};

const turn = (more: Partial<PanelTurn> & Pick<PanelTurn, 'state'>): PanelTurn => ({
  id: 1,
  question: 'Which kettle is heated first?',
  scope: { places: [] },
  text: '',
  ...more,
});
const bare: PanelState = { view: 'thread', turns: [], scope: { places: [] }, examples: [], threads: [], requests: [] };
const show = (state: Partial<PanelState>): ToPanel => ({ type: 'show', state: { ...bare, ...state } });
const thread = (one: PanelTurn, more: Partial<PanelState> = {}): ToPanel => show({ turns: [one], ...more });
const ready: ToPanel = { type: 'status', status: { files: 1204 } };

const card: ConsentCard = {
  id: 'c',
  recipient: 'models.example.org',
  offersQuestions: true,
  model: 'gpt-oss 20B',
  sources: 9,
  earlier: 2,
  leftOut: 1,
  masked: 1,
  tokens: 4321,
};

/** By name, the messages that bring the answer panel into a state. */
export const answerStates: Readonly<Record<string, readonly ToPanel[]>> = {
  empty: [
    ready,
    show({
      view: 'empty',
      examples: ['What is “Temperatures” about?', 'How does KettleQueue work?', 'Where is PlanStore used?'],
      threads: [{ id: 'a', question: 'How does the plan survive a power cut?', turns: 3 }],
    }),
  ],
  noFolder: [show({ view: 'noFolder' })],
  asking: [ready, thread(turn({ state: 'asking' }))],
  consent: [ready, thread(turn({ state: 'consent', consent: card }), { model: 'gpt-oss 20B' })],
  consentElsewhere: [ready, show({ view: 'empty', requests: [{ ...card, question: 'Where is targetCelsius used?', leftOut: 0 }] })],
  streaming: [ready, thread(turn({ state: 'streaming', text: written.slice(0, 90), sources }), { model: 'gpt-oss 20B' })],
  // A model says the question in other words, while its own are answered by quotes; the better answer is offered to whom reads these.
  firstPhase: [ready, thread(turn({ state: 'asking', quoted }), { model: 'gpt-oss 20B' })],
  offered: [
    ready,
    thread(turn({ state: 'streaming', quoted, isRead: true, text: written.slice(0, 60), sources }), { model: 'gpt-oss 20B' }),
  ],
  restated: [ready, thread(turn({ state: 'done', result: { ...quoted, restated: byModel.restated } }), { model: 'gpt-oss 20B' })],
  answer: [ready, thread(turn({ state: 'done', result: quoted }))],
  model: [
    ready,
    thread(turn({ state: 'done', result: byModel, context: 'const queue' }), {
      model: 'gpt-oss 20B',
      scope: { places: [{ label: 'src', uri: pathToFileURL(fixture).href, isFolder: true }], kind: 'code', language: 'ts' },
    }),
  ],
  stopped: [ready, thread(turn({ state: 'stopped', text: written.slice(0, 60), sources }), { model: 'gpt-oss 20B' })],
  failed: [
    ready,
    thread(
      turn({ state: 'failed', error: 'http://127.0.0.1:11434/v1 does not answer: the connection was refused. Is the server started?' }),
      {
        model: 'gpt-oss 20B',
      },
    ),
  ],
  offline: [
    ready,
    thread(turn({ state: 'done', result: { ...quoted, notice: 'Nothing was sent: MeshRAG is set to offline.' } }), {
      model: 'gpt-oss 20B',
    }),
  ],
  nothing: [
    ready,
    thread(
      turn({
        state: 'done',
        question: 'Who exports orange marmalade to Peru?',
        result: {
          ...quoted,
          found: false,
          state: 'notHere',
          answer: 'Nothing in this workspace mentions Peru.',
          lookedFor: ['exports', 'marmalade', 'Peru'],
          missing: ['Peru'],
          blocks: [],
          seeAlso: [],
          citations: [],
        },
      }),
    ),
  ],
  closest: [
    ready,
    thread(turn({ state: 'done', result: { ...quoted, state: 'closest', lookedFor: ['kettle', 'upload'], missing: ['upload'] } })),
  ],
  many: [
    ready,
    thread(
      turn({
        state: 'done',
        result: {
          ...quoted,
          sources: Array.from({ length: 8 }, (_, i) => ({ ...(sources[i % 2] as Source), rank: i + 1 })),
          blocks: blocks.slice(1).map((block, i) => ({ ...block, n: [3, 6][i] ?? 8 })),
          citations: [],
        },
      }),
    ),
  ],
  listing: [
    ready,
    thread(
      turn({
        state: 'done',
        question: 'Who calls targetCelsius?',
        result: {
          ...quoted,
          summary: '"targetCelsius" is called in 5 lines of 2 files.',
          blocks: [
            wireBlock({
              ...place('src/kettle.ts', 8, 20),
              n: 1,
              subject: 'Calls',
              kind: 'code',
              language: 'typescript',
              heading: { code: 'Calls', arguments: [] },
              pieces: [
                {
                  startLine: 8,
                  text: 'const next = kettles.sort((a, b) => targetCelsius(a) - targetCelsius(b));',
                  within: 'KettleQueue.next',
                },
                { startLine: 20, text: 'return targetCelsius(this.#kettles[0]);', within: 'KettleQueue.peek' },
              ],
              moreLines: [31, 44],
            }),
            wireBlock({
              ...place('src/teapot.py', 7, 7),
              n: 2,
              subject: 'Tests',
              kind: 'code',
              language: 'python',
              heading: { code: 'Tests', arguments: [] },
              pieces: [{ startLine: 7, text: 'assert target_celsius(kettle) == 80' }],
            }),
          ],
          seeAlso: [],
          citations: [],
        },
      }),
    ),
  ],
  /** The end of a comment is among the omitted lines. */
  cutComment: [
    ready,
    thread(
      turn({
        state: 'done',
        result: {
          ...quoted,
          blocks: [
            wireBlock({
              ...place('src/kettle.ts', 1, 9),
              n: 1,
              subject: 'heat',
              kind: 'code',
              language: 'typescript',
              pieces: [
                { startLine: 1, text: '/**\n * Heats a kettle.' },
                { startLine: 9, text: 'export function heat() {}' },
              ],
            }),
          ],
        },
      }),
    ),
  ],
  indexing: [
    { type: 'status', status: { files: 412, indexing: { filesDone: 412, filesTotal: 1204 } } },
    thread(turn({ state: 'done', result: { ...quoted, partial: { filesDone: 412, filesTotal: 1204 } } })),
  ],
  problem: [
    { type: 'status', status: { files: 0, problem: 'The index was cleared. Rebuild it to ask questions.', isRebuildable: true } },
    show({ view: 'empty', examples: [], threads: [] }),
  ],
  followUp: [
    ready,
    show({
      turns: [turn({ state: 'done', result: quoted }), turn({ id: 2, question: 'And who calls it?', state: 'done', result: quoted })],
    }),
  ],
};

/** A thread with this answer by a model. */
export function threadWith(answer: string): ToPanel {
  return thread(turn({ state: 'done', result: { ...byModel, answer, written: undefined } }));
}

const excerptOf = (file: string, name: string) => {
  const text = readFileSync(path.join(fixture, file), 'utf8').trimEnd();
  const marks = [...text.matchAll(new RegExp(name, 'g'))].map((match) => ({
    from: match.index,
    to: match.index + name.length,
    kind: 'entity' as const,
    name: 0,
  }));
  return { startLine: 1, text, language: codeLanguage({ path: file, language: languageOf(file).name }), marks, isCut: false };
};
const side = (file: string, kind: 'doc' | 'code', title: string) => ({
  place: place(file, 1, 21),
  title,
  kind,
  excerpt: excerptOf(file, 'KettleQueue'),
  communities: ['KettleQueue, PlanStore'],
});
const showEvidence = (state: EvidenceState): ToEvidence => {
  const title = 'Evidence: brewing.md:1 ↔ kettle.ts:1';
  return { type: 'show', state, title, asked: undefined };
};

/** By name, the messages that bring the evidence panel into a state. */
export const evidenceStates: Readonly<Record<string, ToEvidence>> = {
  loading: showEvidence({ view: 'loading' }),
  failed: showEvidence({ view: 'failed', error: '"docs/gone.md" is not in the index; the report explains why' }),
  pair: showEvidence({
    view: 'evidence',
    result: {
      from: side('docs/brewing.md', 'doc', 'Brewing › Temperatures'),
      to: side('src/kettle.ts', 'code', 'Kettle, KettleQueue, add, …'),
      shared: [
        { kind: 'symbol', name: 'KettleQueue', chunks: 3, isCommon: false },
        { kind: 'name', name: 'kettle', chunks: 90, isCommon: true },
      ],
      chunks: 1204,
      lost: { question: { rank: 2, byWords: null, of: 100 }, related: { rank: 1, without: null, of: 100, name: 'KettleQueue' } },
    },
  }),
  paths: showEvidence({
    view: 'paths',
    ends: { from: 'Planner', to: 'KettleQueue' },
    paths: [
      {
        passages: [
          {
            ...place('src/planner.ts', 1, 21),
            title: 'Planner',
            kind: 'code',
            names: [
              { name: 'Planner', use: 'defines', text: 'export class Planner {', line: 3 },
              { name: 'KettleQueue', use: 'calls', text: 'this.queue = new KettleQueue();', line: 5 },
            ],
          },
          {
            ...place('src/kettle.ts', 1, 21),
            title: 'KettleQueue',
            kind: 'code',
            names: [{ name: 'KettleQueue', use: 'defines', text: 'export class KettleQueue {', line: 9 }],
          },
        ],
        links: [{ name: 'KettleQueue', holders: 3 }],
      },
    ],
    notes: ['kettle is too common to link passages: 900 of 1204 contain it.'],
  }),
  question: showEvidence({
    view: 'evidence',
    result: {
      question: 'Which kettle is heated first?',
      to: side('src/kettle.ts', 'code', 'Kettle, KettleQueue, add, …'),
      shared: [{ kind: 'term', name: 'heated', chunks: 3, isCommon: false }],
      chunks: 1204,
      lost: { question: { rank: 1, byWords: 4, of: 100 } },
    },
  }),
};
