/**
 * Makes sets of passages that other people put together: Cranfield (1,400 abstracts of aerodynamics, 225 questions, judged by hand), the
 * corpora of Chroma's evaluation of chunking (a speech, articles, chat logs, financial reports, papers; 472 questions with the exact words that
 * answer them), which are cut into passages of some 900 characters, at the end of a line or of a sentence, and XQuAD (240 paragraphs and their
 * 1,190 questions, translated by people into eleven languages), a set for each language.
 */

import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { git, mirrorOf, type Source, writeLines } from './mirrors.ts';
import { runProgram } from './options.ts';

const usage = `node bench/quality/passageSets.ts --mirrors DIR --data DIR

  --mirrors DIR   bare repositories, OWNER+NAME.git; what is missing is cloned
  --data DIR      the sets are written to DIR/passages/{cranfield,chunking,xquad-LANGUAGE}`;

const cranfieldSource = {
  name: 'cranfield',
  repository: 'oussbenk/cranfield-trec-dataset',
  head: '1208e6edfb6cb2527b2c44398d3d8fefd3249144',
};
const chunkingSource = {
  name: 'chunking',
  repository: 'brandonstarxel/chunking_evaluation',
  head: 'd451fc4cf56e417b755994b4ca5212fd5057c0d2',
};
const xquadSource = {
  name: 'xquad',
  repository: 'google-deepmind/xquad',
  head: '7d30520c717524000f0d9d2f9c10a069acd9d285',
};
const xquadLanguages = ['ar', 'de', 'el', 'en', 'es', 'hi', 'ro', 'ru', 'th', 'tr', 'vi', 'zh'];

interface Passage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

interface Question {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
}

interface PassageSet {
  readonly corpus: readonly Passage[];
  readonly questions: readonly Question[];
}

type ReadText = (path: string) => string;

/** The text between the tags of a name, with white space collapsed. */
function insides(text: string, tag: string): readonly string[] {
  return Array.from(text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')), ([, inside]) =>
    (inside as string).replace(/\s+/g, ' ').trim(),
  );
}

function cranfield(read: ReadText): PassageSet {
  const corpus = insides(read('cran.all.1400.xml'), 'doc').map((document): Passage => {
    const [id = '', title = '', text = ''] = ['docno', 'title', 'text'].map((tag) => insides(document, tag)[0]);
    return { id, title, text: text.startsWith(title) ? text.slice(title.length).replace(/^[ .]+/, '') : text };
  });
  const known = new Set(corpus.map(({ id }) => id));
  const gold = new Map<number, string[]>();
  for (const line of read('cranqrel.trec.txt').split('\n')) {
    const [question, , passage = '', grade] = line.trim().split(/\s+/);
    if (Number(grade) > 0 && known.has(passage)) gold.set(Number(question), [...(gold.get(Number(question)) ?? []), passage]);
  }
  // The judgements number the questions in file order.
  const asked = insides(read('cran.qry.xml'), 'top').map((topic, i) => ({
    id: `cranfield-${i + 1}`,
    query: insides(topic, 'title')[0] ?? '',
    gold: gold.get(i + 1) ?? [],
  }));
  return { corpus, questions: asked.filter((question) => question.gold.length > 0) };
}

const usualLength = 900;
const minLength = 400;
const maxLength = 1100;
/** Characters of the answering words that a passage must contain, if there are so many. */
const minAnswerLength = 40;

/** Ends of the passages of a text. */
function endsOf(text: string): readonly number[] {
  const ends: number[] = [];
  for (let start = 0; start < text.length; start = ends.at(-1) as number) {
    let end = Math.min(text.length, start + usualLength);
    if (end < text.length) {
      const line = text.lastIndexOf('\n', start + maxLength);
      const sentence = text.lastIndexOf('. ', start + maxLength) + 1;
      end = [line, sentence].find((place) => place > start + minLength) ?? end;
    }
    ends.push(end);
  }
  return ends;
}

/** The fields of a line of CSV. */
function fieldsOf(line: string): readonly string[] {
  return Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

interface Reference {
  readonly start_index: number;
  readonly end_index: number;
}

function chunking(read: ReadText): PassageSet {
  const folder = 'chunking_evaluation/evaluation_framework/general_evaluation_data';
  const corpus: Passage[] = [];
  const endsIn = new Map<string, readonly number[]>();
  for (const name of ['chatlogs', 'finance', 'pubmed', 'state_of_the_union', 'wikitexts']) {
    const text = read(`${folder}/corpora/${name}.md`);
    const ends = endsOf(text);
    endsIn.set(name, ends);
    for (const [i, end] of ends.entries()) corpus.push({ id: `${name}-${i}`, title: '', text: text.slice(ends[i - 1] ?? 0, end).trim() });
  }
  const lines = read(`${folder}/questions_df.csv`).trim().split('\n').slice(1);
  const questions = lines.map((line, i): Question => {
    const [query = '', references = '[]', name = ''] = fieldsOf(line.trimEnd());
    const ends = endsIn.get(name) ?? [];
    const gold = new Set<string>();
    for (const { start_index: from, end_index: to } of JSON.parse(references) as readonly Reference[]) {
      for (const [at, end] of ends.entries()) {
        const shared = Math.min(end, to) - Math.max(ends[at - 1] ?? 0, from);
        if (shared >= Math.min(minAnswerLength, to - from)) gold.add(`${name}-${at}`);
      }
    }
    return { id: `chunking-${i}`, query, gold: [...gold] };
  });
  return { corpus: corpus.filter(({ text }) => text !== ''), questions: questions.filter(({ gold }) => gold.length > 0) };
}

/** What is read of a file of XQuAD. */
interface Articles {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly { readonly id: string; readonly question: string }[];
    }[];
  }[];
}

/** Titles are English in every language: they are left out. */
function xquad(text: string, language: string): PassageSet {
  const { data } = JSON.parse(text) as Articles;
  const paragraphs = data.flatMap((article) => article.paragraphs);
  return {
    corpus: paragraphs.map(({ context }, i) => ({ id: `${language}-${i}`, title: '', text: context })),
    questions: paragraphs.flatMap(({ qas }, i) => qas.map(({ id, question }) => ({ id, query: question, gold: [`${language}-${i}`] }))),
  };
}

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { mirrors: { type: 'string' }, data: { type: 'string' } } });
  const { mirrors, data } = values;
  if (mirrors === undefined || data === undefined) throw new Error('--mirrors and --data are required');
  const makers: readonly (readonly [Source, string, (read: ReadText) => PassageSet])[] = [
    [cranfieldSource, cranfieldSource.name, cranfield],
    [chunkingSource, chunkingSource.name, chunking],
    ...xquadLanguages.map((id) => [xquadSource, `xquad-${id}`, (read: ReadText) => xquad(read(`xquad.${id}.json`), id)] as const),
  ];
  for (const [source, name, make] of makers) {
    const dir = mirrorOf(source, mirrors);
    const { corpus, questions } = make((path) => git(dir, 'show', `${source.head}:${path}`).toString());
    const folder = nodePath.join(data, 'passages', name);
    writeLines(nodePath.join(folder, 'corpus.jsonl'), corpus);
    writeLines(
      nodePath.join(folder, 'queries.jsonl'),
      questions.map((question) => ({ ...question, answers: [] })),
    );
    console.error(`${name}: ${corpus.length} passages, ${questions.length} questions`);
  }
});
