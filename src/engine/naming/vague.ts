/** Names without a subject: nationalities, and the words of notes, headings and options. */

import { Space } from '../document.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { wordsOf } from '../util/strings.ts';
import { en } from '../vocabulary/en.ts';
import { nationalities } from '../vocabulary/subjectKeys.ts';
import { isFormOf, isGerundOf, isOpener } from './openers.ts';

const words = `add allow another ask bad begin best better break bug build built call caution change changelog check clarify class clear close
code come command common community complete config configuration consider contents core correct create current currently custom
data day dear default dependencies deprecated description details different don easy either enable end enough ensure error even
every everything example faq false fast feature figure file finally find first fix fixme follow form found fourth free full
function general good great guide handle head help hey high home however html http idea image important improve improvements
include index install installation instead internal introduction issue java javascript json keep key know large last later latest
learn less license line links list little load local long lot low main major maybe method minor misc mode moreover move name nan
never new next nice node none normal note nothing notice null number object often ok old open option optional order others output
overview page part pass perf performance place plain point post prefer previously process provide public pull put question quick
quickly rather read readme ready real recommended refactor reference release remove repeat replace require resources result return
right root run rust safe say second security see select set show side simple simply since single small special specific standard
start step still stop string summary support sure test text thanks therefore third three thus time tip title today todo together
tool top true try two type typescript undefined unless update upgrade url usage user valid value version view web welcome well
whole world write wrong xhtml xml yaml yes`;

const common = new Set(wordsOf(`${words} ${en.stopWords}`));
const general = new Set(wordsOf(nationalities));

/** Whether a key (with its space letter) is a word that starts sentences, headings and entries on any subject. */
export function isCommonWord(key: string): boolean {
  const word = key.slice(2).toLowerCase();
  if (stopWords.has(word) || isFormOf(word, common)) return true;
  return key[0] === Space.Name && (isOpener(word) || isGerundOf(word, common));
}

/** Whether a key does not identify a subject: a common word or a nationality. */
export function isVague(key: string): boolean {
  return isCommonWord(key) || general.has(key.slice(2).toLowerCase());
}
