/** Names without a subject: nationalities, and the words of notes, headings and options. */

import { Space } from '../document.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { nationalities } from '../vocabulary/subjectKeys.ts';
import { isOpener } from './openers.ts';

const words =
  'add added adding adds allow allows another ask bad basic begin best better break breaking bug bugs build built call called ' +
  'caution change changed changelog changes check clarify class clear close code come command commands common community complete ' +
  'config configuration consider contents core correct create created creating current currently custom data day dear default defaults ' +
  'dependencies deprecated description details different don easy either else enable end enough ensure error errors even every ' +
  'everything example examples faq false fast feature features figure file files finally find first fix fixed fixes fixme follow ' +
  'following form found fourth free full function general get getting give given go good great guide handle head help hey high home ' +
  'however html http https idea ideas image important improve improved improvements include includes including index install ' +
  'installation instead internal introduction issue issues java javascript json keep key keys know large last later latest learn ' +
  'less let license like line links list little load local long look lot low main major make makes making many maybe method methods ' +
  'minor misc mode moreover move much name names nan need needs never new next nice node none normal note notes nothing notice null ' +
  'number object often ok old one open option optional options order others output overview page part pass perf performance place ' +
  'plain please plugin point possible post prefer previously process project provide provides public pull put question questions ' +
  'quick quickly rather read readme ready real really recommended refactor reference references release releases remove removed ' +
  'repeat replace request require required resources response result return returns right root route run running runs rust safe say ' +
  'second section security see select server set sets setting settings show side simple simply since single small something special ' +
  'specific standard start started step steps still stop string summary support supported sure table take test tests text thanks ' +
  'therefore thing things third three thus time times tip title today todo together tool tools top true try two type types ' +
  'typescript undefined unless update updated updates upgrade url urls usage use used user users using valid value values version ' +
  'versions view want warning way web welcome well whether whole work works world write wrong xhtml xml yaml yes';

const common = new Set(words.split(' '));
const general = new Set(nationalities.split(' '));

/** Whether a key (with its space letter) is a word that starts sentences, headings and entries on any subject. */
export function isCommonWord(key: string): boolean {
  const word = key.slice(2).toLowerCase();
  return stopWords.has(word) || common.has(word) || (key[0] === Space.Name && isOpener(word));
}

/** Whether a key does not identify a subject: a common word or a nationality. */
export function isVague(key: string): boolean {
  return isCommonWord(key) || general.has(key.slice(2).toLowerCase());
}
