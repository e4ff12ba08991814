/**
 * Which statements are quoted: one by one, each time the one that is worth most beside those taken, while there is room. Cost: one pass over
 * the candidates for each that is taken.
 */

import type { Candidate } from './candidates.ts';
import type { AskedWord } from './confidence.ts';
import { weightOf } from './wish.ts';
import { weights } from './worth.ts';

/** Differences that only come of the order in which worths are summed: the one that stands first is taken then. */
const tie = 1e-9;

/** What is taken so far, what may still be, and how many UTF-16 units there is room for. */
interface Choice {
  readonly taken: readonly Candidate[];
  readonly left: readonly Candidate[];
  readonly room: number;
}

/** The statements to quote, in the order in which they were taken. */
export function choose(candidates: readonly Candidate[], mostStatements: number, mostCharacters: number): readonly Candidate[] {
  let choice: Choice = { taken: [], left: candidates, room: mostCharacters };
  while (choice.taken.length < mostStatements) {
    const best = bestOf(choice);
    if (best === undefined) break;
    choice = withTaken(best, choice);
  }
  return choice.taken;
}

/** What is worth most of what there is room for; undefined where nothing is worth enough. */
function bestOf(choice: Choice): Candidate | undefined {
  const worthBeside = worthBesideOf(choice);
  let best: Candidate | undefined;
  let most: number = weights.least;
  for (const candidate of choice.left) {
    if (sizeOf(candidate) > choice.room) continue;
    const worth = candidate.base + worthBeside(candidate);
    if (worth <= most + tie) continue;
    best = candidate;
    most = worth;
  }
  return best;
}

/** What a statement adds to those taken. */
function worthBesideOf(choice: Choice): (candidate: Candidate) => number {
  const { taken } = choice;
  const isDefined = taken.some(({ role }) => role.defines);
  const told = new Set(taken.flatMap(({ words }) => words));
  const typed = new Set(taken.filter(({ role }) => role.isTyped).flatMap(({ words }) => words));
  return (candidate) => {
    const siblings = taken.filter(({ rank }) => rank === candidate.rank);
    const follows = siblings.some((sibling) => goesWith(candidate, sibling));
    // What other statements say of a command takes nothing from its worth.
    const fresh = freshShare(candidate, candidate.role.isTyped ? typed : told);
    const definition = isDefined ? (follows ? 0 : weights.besideDefinition) : candidate.role.defines ? weights.defines : 0;
    const next = follows ? weights.next : 0;
    const leaning = leansAlone(candidate, siblings, choice) ? weights.leaning : 0;
    return fresh + definition + next + leaning - weights.sameSource * siblings.length;
  };
}

function freshShare({ words }: Candidate, said: ReadonlySet<AskedWord>): number {
  return weightOf(words.filter((word) => !said.has(word)));
}

/** Whether a statement follows one of its source that is taken, or announces it as an example. */
function goesWith({ position }: Candidate, sibling: Candidate): boolean {
  return position === sibling.position + 1 || (sibling.isExample && position === sibling.position - 1);
}

/** Whether a statement speaks of one before it that is neither taken nor can be taken along. */
function leansAlone(candidate: Candidate, siblings: readonly Candidate[], choice: Choice): boolean {
  const isFollowing = siblings.some(({ position }) => position + 1 === candidate.position);
  return candidate.standing !== 'alone' && !isFollowing && leadOf(candidate, choice) === undefined;
}

/** The statement that another one has to be read with, where it is not taken yet and there is room for both. */
function leadOf({ to, standing, before }: Candidate, { left, room }: Choice): Candidate | undefined {
  const isThere = standing === 'led' && before !== undefined && left.includes(before) && to - before.from <= room;
  return isThere ? before : undefined;
}

/** Takes a statement, with the one that it has to be read with; one that stands in several places is quoted from the best of them alone. */
function withTaken(best: Candidate, { taken, left, room }: Choice): Choice {
  const others = left.filter(({ said }) => said !== best.said);
  const lead = leadOf(best, { taken, left: others, room });
  const quote = lead === undefined ? best : { ...best, from: lead.from, words: [...best.words, ...lead.words] };
  return { taken: [...taken, quote], left: others.filter((one) => one !== lead), room: room - sizeOf(quote) };
}

function sizeOf({ from, to }: Candidate): number {
  return to - from;
}
