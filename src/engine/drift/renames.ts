/**
 * The new name of a renamed definition: the only new one in the same declaration, else the one that shares most of the lines below.
 *
 * Bodies are compared only if they share one of their rarer lines, as any two similar enough must (prefix filtering: Chaudhuri, Ganti and
 * Kaushik 2006). Lines of very many bodies are skipped. Cost: linear in the definitions.
 */

import { pushTo } from '../util/pushTo.ts';
import type { Steps } from '../util/steps.ts';
import type { DefinedName } from './definedNames.ts';

/** Minimum share of equal lines for two bodies to be the same thing under two names. */
const minBodySimilarity = 0.6;
const minBodyLines = 2;
/** A line of more bodies than this identifies none. */
const maxBodiesPerLine = 100;
/** Minimum length of a declaration, in characters, to identify more than the name. */
const minSignatureLength = 9;

/** The lines below one or several definitions of a kind. */
interface Body {
  readonly lines: readonly string[];
  readonly isType: boolean;
  /** One of the definitions, and whether there are others, which makes it ambiguous. */
  readonly name: string;
  isShared: boolean;
}

/** New definitions, indexed by what identifies a rename. */
export class NewNames {
  /** The name in each declaration; `null` if ambiguous. */
  readonly #bySignature = new Map<string, string | null>();
  readonly #bodies = new Map<string, Body>();
  readonly #byLine = new Map<string, Body[]>();

  *add(names: readonly DefinedName[]): Steps<this> {
    for (const one of names) {
      yield;
      const key = declarationOf(one);
      this.#bySignature.set(key, this.#bySignature.has(key) ? null : one.name);
      if (one.body.length >= minBodyLines) this.#addBody(one);
    }
    return this;
  }

  /** The name in the same masked declaration; `null` if ambiguous, undefined if there is none. */
  withSameDeclaration(of: DefinedName): string | null | undefined {
    return this.#bySignature.get(declarationOf(of));
  }

  /** The bodies that may be similar to one, by shared lines. */
  similarBodies({ body, isType }: DefinedName): ReadonlySet<Body> {
    const found = new Set<Body>();
    if (body.length < minBodyLines) return found;
    const lists = body.map((line) => this.#byLine.get(line) ?? []).sort((a, b) => a.length - b.length);
    // A body with none of these lines has too few of the rest.
    const prefixLength = body.length - Math.ceil(minBodySimilarity * body.length) + 1;
    for (const list of lists.slice(0, prefixLength)) {
      if (list.length > maxBodiesPerLine) break;
      for (const one of list) if (one.isType === isType) found.add(one);
    }
    return found;
  }

  #addBody({ name, body, isType }: DefinedName): void {
    const key = `${isType}\n${body.join('\n')}`;
    const known = this.#bodies.get(key);
    if (known !== undefined) {
      known.isShared = true;
      return;
    }
    const added: Body = { lines: body, isType, name, isShared: false };
    this.#bodies.set(key, added);
    for (const line of new Set(body)) {
      pushTo(this.#byLine, line, added);
    }
  }
}

/**
 * The new name of a lost one; undefined if there is none or it is ambiguous.
 *
 * @param isOnly no other lost name of the file has the same declaration.
 */
export function renameOf(lost: DefinedName, isOnly: boolean, candidates: readonly NewNames[]): string | undefined {
  const declared = candidates.map((names) => names.withSameDeclaration(lost)).filter((name) => name !== undefined);
  if (declared.length === 1 && declared[0] !== null && isOnly && lost.signature.length >= minSignatureLength) return declared[0];
  let best: Body | undefined;
  let bestShare = 0;
  let isTie = false;
  for (const body of candidates.flatMap((names) => [...names.similarBodies(lost)])) {
    const share = lineOverlap(body.lines, lost.body);
    if (share < minBodySimilarity || share < bestShare) continue;
    isTie = share === bestShare || body.isShared;
    bestShare = share;
    best = body;
  }
  return isTie ? undefined : best?.name;
}

function declarationOf({ isType, signature }: DefinedName): string {
  return `${isType} ${signature}`;
}

/** The share of lines that two bodies have in common, 0 to 1. */
function lineOverlap(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of a) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of b) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    common++;
  }
  return common / Math.max(a.length, b.length);
}
