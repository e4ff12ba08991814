/** What relations know of names: definitions, users by role, what a change reaches, how two are connected. */

import { type NamedSubject, type NameQuestion, parseNameQuestion } from '../../engine/question/nameQuestions.ts';
import { standaloneQuestion } from '../../engine/question/standaloneQuestion.ts';
import { readFields } from '../../engine/retrieval/steps/fields.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { type Answerer, type Asked, answeredBy } from './answerer.ts';

/** One name: where it is defined, who calls, imports, extends, tests, documents or uses it, what a change of it reaches. */
export const nameRelation: Answerer<NameQuestion> = {
  reads: withSubjects,
  async answer(asked, { options: { scope, about, signal }, view, texts, relations }) {
    const { found, notes } = await (await relations()).name(asked, { scope, about, signal }, view, texts);
    return found === undefined ? notes : answeredBy(found);
  },
};

/** The path between two names. */
export const connection: Answerer<readonly [string, string]> = {
  reads(asked) {
    const { asks, subjects: [a, b] = [] } = withSubjects(asked) ?? {};
    return asks !== 'connection' || a === undefined || b === undefined ? undefined : [a.text, b.text];
  },
  async answer(ends, { options, view, texts, relations }) {
    const { connect, path } = await relations();
    try {
      const { paths, notes } = await connect(ends, options, view, texts);
      const [first] = paths;
      if (first === undefined) return notes;
      const found = await path(first, view, texts);
      const names = first.links.map(({ name }) => name);
      const between = names.filter((name) => !ends.includes(name));
      const steps = (between.length > 0 ? between : names).join(', ');
      const [a, b] = ends.map((end) => JSON.stringify(end)) as [string, string];
      const lead = message(first.isChain ? 'connectedByUses' : 'connectedByNames', a, b, steps);
      return found && { results: found.ranked, blocks: found.blocks, lead: [lead] };
    } catch (error) {
      // An end is unknown: the question is answered like any other.
      if (error instanceof MessageError) return undefined;
      throw error;
    }
  },
};

/** Several answerers read the same question. */
const known = new WeakMap<Asked, NameQuestion | undefined>();

/** A question about names; what "it" refers to comes from the earlier questions, unless the question is asked at lines of a file. */
export function withSubjects(asked: Asked): NameQuestion | undefined {
  if (!known.has(asked)) known.set(asked, parseSubjects(asked));
  return known.get(asked);
}

function parseSubjects({ question, options: { earlier = [], about } }: Asked): NameQuestion | undefined {
  const read = parseNameQuestion(readFields(question).text);
  if (read === undefined || about !== undefined || !read.subjects.some(({ isPronoun }) => isPronoun)) return read;
  const [text] = standaloneQuestion(question, earlier).carried;
  if (text === undefined) return undefined;
  const carried: NamedSubject = { text, isName: true, isCode: true, isPronoun: false };
  return { ...read, subjects: read.subjects.map((subject) => (subject.isPronoun ? carried : subject)) };
}
