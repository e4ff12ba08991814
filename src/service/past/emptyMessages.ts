/** Messages that say nothing of what a commit did, or only that it changed no meaning. */

import type { Commit } from '../../engine/past/past.ts';

const start =
  /^(?:(?:the |my )?(?:very )?(?:initial|first)\b.{0,20}\b(?:commit|version|import|release|revision|check-?in|draft|drop)\b.{0,20}|init(?:ial)?|import(?:ed)?(?: from .{0,40})?)$/;
const nothing =
  /^(?:wip\b.{0,20}|work in progress|checkpoint|updates?|fix(?:es|ed|up)?|clean-?up|misc|tweaks?|typos?|changes?|more|stuff|(?:oo+ps|whoops|omg|ugh)\b.{0,60}|(?:also |i )?forg[eo]t(?:ten)? (?:to (?:add|commit|include|push|save)|files?)\b.{0,60}|\W*|\w)$/;
const review =
  /^(?:more |further |some |pr |code )*(?:address(?:ing|ed|es)?|apply(?:ing)?|review|respond to|fix(?:ing)?)\b.{0,20}\b(?:comments?|reviews?|feedback|suggestions?|changes)\b.{0,10}$/;
const form =
  /^(?:(?:run|use|apply|make|fix|satisfy)\b.{0,20})?\b(?:re-?format|format|lint|coding standard|coding style|code style|gofmt|rustfmt|prettier|black|ruff|biome|eslint|rubocop|phpcs|pyupgrade|clippy|clang-format|pre-commit|whitespace|standard|style)(?:s|ted|ting|ing|er)?['`]?(?:\(.{0,30}\))?(?:$|:| (?:code|formatting|fixes|findings|warnings|errors|issues|changes|everything|everywhere|again|with .{0,30}|to .{0,30})$)/;
const release =
  /^(?:(?:release|version)?\s?v?\d+\.\d+\S*|bump\b.{0,40}|prepare\b.{0,20}\brelease\b.{0,20}|release\b.{0,15}\d\S*|(?:build|chore)\(deps.{0,10}\):.*)$/;
const patterns: readonly RegExp[] = [start, nothing, review, form, release];
/** A longer body explains something. UTF-16 units. */
const minBody = 100;

/** Whether neither the subject nor the body of a message says what was done. */
export function saysNothing({ subject, body }: Pick<Commit, 'subject' | 'body'>): boolean {
  const text = subject
    .replace(/\s*\(?#\d+\)?\s*$/, '')
    .replace(/[.!]+$/, '')
    .trim()
    .toLowerCase();
  return body.length < minBody && patterns.some((pattern) => pattern.test(text));
}
