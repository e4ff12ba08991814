/**
 * Words that start the entries of change logs and sentences of any text. Capitalised, they look like names: "Preserve comments",
 * "Similarly, …".
 */

/** Verbs of change log entries, without those that are as often subjects (cache, filter, render). */
const verbs = new Set(
  (
    'accept adapt adjust announce apply assume attempt authenticate avoid bring bump cancel choose clean close combine compare compile compute continue convert ' +
    'correct cover decide deduplicate defer define delete deny deprecate describe detect determine disallow discard discover display ' +
    'document drop dropped edit emit encourage erase escape evaluate exclude exit expand expect explain expose extend extract fail fall forbid force ' +
    'gate generate grow guard handle hide hint ignore implement infer initialize insert inspect introduce invalidate invoke isolate limit ' +
    'listen log mark match merge migrate modify normalize omit opt optimize overhaul override parse pin polish prefer prepare preserve ' +
    'prevent print proceed propagate prune publish push quote raise rebuild recognize reduce refresh regenerate reject relax remember rename ' +
    'reorder repair report represent reset resolve respect restore restrict restructure retain reuse revert rework rewrite round sanitize ' +
    'save scan select separate shorten simplify skip specify speed split streamline strip suggest suppress surface swap switch sync tell ' +
    'throw tidy tighten track translate traverse treat trim truncate tweak unify unpin unset upload validate verify visit wait warn wrap ' +
    'write yield'
  ).split(' '),
);

const openers = new Set(
  (
    'additional against almost alongside always amongst beyond certain copyright dependency depending despite during etc expected ' +
    'furthermore given hence however meanwhile moreover nevertheless nonetheless otherwise package per perhaps potential regarding ' +
    'sometimes somewhat though unexpected unlike various via whatever whenever whereas wherever yet'
  ).split(' '),
);

/** First words of headings of instructions, of which "Installing" may be all that remains. */
const gerunds = new Set(
  (
    'accessing adding building changing choosing combining comparing configuring contributing converting creating customizing declaring ' +
    'defining disabling enabling excluding extending following including installing invoking keeping learning looking making managing ' +
    'moving opening passing preparing providing reading removing requesting returning running seeing selecting sending setting showing ' +
    'specifying starting stopping supporting understanding updating upgrading using viewing waiting working writing'
  ).split(' '),
);

/** Words in "ly" that are not adverbs. */
const nouns = new Set('anomaly assembly butterfly family fly italy july monopoly multiply poly rally reply supply'.split(' '));

/** Whether a folded word is an opener. */
export function isOpener(word: string): boolean {
  if (openers.has(word) || gerunds.has(word) || (word.length > 4 && word.endsWith('ly') && !nouns.has(word))) return true;
  return verbs.has(word) || isFormOfVerb(word);
}

/** A verb in the third person or the past: "closes", "merged". */
function isFormOfVerb(word: string): boolean {
  return ['s', 'es', 'd', 'ed'].some((ending) => word.endsWith(ending) && verbs.has(word.slice(0, -ending.length)));
}
