/** Makes the columns of a past from commits, and of one past the next: what is still part of it is kept, what is new is added. */

import { hash64 } from '../hash/hash.ts';
import { termsIn } from '../question/question.ts';
import type { Steps } from '../util/steps.ts';
import { type Commit, fromKind, kinds, type Past, type PastColumns } from './past.ts';

/** Commits handled between two steps. */
const commitsPerStep = 32;
const maxFrequency = 15;

/** The hash by which a term is stored; unsigned. */
export function termHash(term: string): number {
  return hash64(term).low >>> 0;
}

/** The commits of `past` that are still part of it, followed by new ones. */
export function* nextPast(past: Past | undefined, isKept: (id: string) => boolean, added: readonly Commit[]): Steps<PastColumns> {
  const builder = new PastBuilder();
  if (past !== undefined) yield* builder.keep(past, isKept);
  for (const [i, commit] of added.entries()) {
    builder.add(commit);
    if (i % commitsPerStep === 0) yield;
  }
  return yield* builder.columns();
}

class PastBuilder {
  readonly #ids: string[] = [];
  readonly #dates: number[] = [];
  readonly #places = new Map<string, number>();
  readonly #fileStarts: number[] = [0];
  readonly #files: number[] = [];
  readonly #postings = new Map<number, number[]>();
  readonly #lengths: number[] = [];
  readonly #texts: (() => string)[] = [];

  *keep(past: Past, isKept: (id: string) => boolean): Steps<void> {
    const { ids, dates, terms, termStarts, postings, lengths, textAt } = past.columns;
    const places = new Int32Array(ids.length).fill(-1);
    for (const [at, id] of ids.entries()) {
      if (at % commitsPerStep === 0) yield;
      if (!isKept(id)) continue;
      places[at] = this.#ids.length;
      this.#begin(id, dates[at] as number, () => textAt(at));
      this.#addFiles(past.filesAt(at));
      this.#lengths.push(lengths[at] as number);
    }
    for (let t = 0; t < terms.length; t++) {
      if (t % 1024 === 0) yield;
      const list: number[] = [];
      for (let i = termStarts[t] as number; i < (termStarts[t + 1] as number); i++) {
        const entry = postings[i] as number;
        const place = places[entry >>> 4] as number;
        if (place >= 0) list.push((place << 4) | (entry & 15));
      }
      if (list.length > 0) this.#postings.set(terms[t] as number, list);
    }
  }

  add({ id, date, subject, body, files }: Commit): void {
    const at = this.#ids.length;
    const text = body === '' ? subject : `${subject}\n${body}`;
    this.#begin(id, date, () => text);
    this.#addFiles(files);
    let length = 0;
    // The weight of a term grows with the root of its frequency, and more for one in the subject.
    for (const { term, weight } of termsIn(text)) {
      const frequency = Math.min(maxFrequency, Math.round(weight * 2));
      const hash = termHash(term);
      const list = this.#postings.get(hash);
      if (list === undefined) this.#postings.set(hash, [(at << 4) | frequency]);
      else if ((list.at(-1) as number) >>> 4 !== at) list.push((at << 4) | frequency);
      length += frequency;
    }
    this.#lengths.push(length);
  }

  *columns(): Steps<PastColumns> {
    const terms = Uint32Array.from(this.#postings.keys()).sort();
    const termStarts = new Uint32Array(terms.length + 1);
    const postings: number[] = [];
    for (const [t, term] of terms.entries()) {
      if (t % 1024 === 0) yield;
      for (const entry of this.#postings.get(term) as number[]) postings.push(entry);
      termStarts[t + 1] = postings.length;
    }
    const texts = this.#texts;
    return {
      ids: this.#ids,
      dates: Uint32Array.from(this.#dates),
      paths: [...this.#places.keys()],
      fileStarts: Uint32Array.from(this.#fileStarts),
      files: Uint32Array.from(this.#files),
      ...{ terms, termStarts, postings: Uint32Array.from(postings), lengths: Uint32Array.from(this.#lengths) },
      textAt: (at) => texts[at]?.() ?? '',
    };
  }

  #begin(id: string, date: number, text: () => string): void {
    this.#ids.push(id);
    this.#dates.push(date);
    this.#texts.push(text);
  }

  #addFiles(files: Commit['files']): void {
    for (const { path, kind, from } of files) {
      this.#files.push((this.#place(path) << 3) | kinds.indexOf(kind));
      if (from !== undefined) this.#files.push((this.#place(from) << 3) | fromKind);
    }
    this.#fileStarts.push(this.#files.length);
  }

  #place(path: string): number {
    let place = this.#places.get(path);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(path, place);
    }
    return place;
  }
}
