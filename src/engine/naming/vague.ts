/** Names without a subject: countries and nationalities, directions, and the words of notes, headings and options. */

import { Space } from '../document.ts';
import { nationalities } from '../vocabulary/subjectKeys.ts';
import { isOpener } from './openers.ts';

const places =
  `${nationalities} ` +
  'africa african america argentine asia asian australia austria austrian belgian belgium brazil britain canada chilean china ' +
  'colombian croatian cuban czech danish denmark egyptian england europe finnish france germany greece hungarian hungary iceland ' +
  'icelandic india indonesian iranian ireland israel israeli italy jamaican japan jewish korea latin mexico norway norwegian ' +
  'pakistani poland portugal portuguese romanian russia scotland serbian slovak slovenian soviet spain sweden swiss switzerland thai ' +
  'turkey ukraine ukrainian vietnamese wales welsh east eastern north northern south southern west western uk us usa';

const words =
  'about add added adding adds after allow allows also another any are ask bad basic because before begin best better both break ' +
  'breaking bug bugs build built call called can cannot caution change changed changelog changes check clarify class clear close code ' +
  'come command commands common community complete config consider contents core correct could create created creating current ' +
  'currently custom data day dear default defaults dependencies deprecated description details did different does doing don done down ' +
  'each easy either else enable end enough ensure error errors even every everything example examples false fast feature features few ' +
  'figure file files finally find first fix fixed fixes fixme follow following form found fourth free full function further general get ' +
  'getting give given go good great guide had handle has have having head help here hey high his home how however html http https idea ' +
  'ideas if image important improve improved improvements include includes including index install installation instead internal into ' +
  'introduction issue issues its java javascript json just keep key keys know large last later latest learn less let license like line ' +
  'links list little load local long look lot low main major make makes making many maybe method methods might minor misc mode more ' +
  'moreover most move much must my name names nan need needs never new next nice node none normal not note notes nothing notice now ' +
  'null number object off often ok old on once one only open option optional options or order other others our out output over overview ' +
  'own page part pass perf performance place plain please plugin point possible post prefer previously process project provide provides ' +
  'public pull put question questions quick quickly rather read readme ready real really recommended refactor reference references ' +
  'release releases remove removed repeat replace request require required resources response result return returns right root route ' +
  'run running runs rust safe same say second section security see select server set sets setting settings should show side simple ' +
  'simply since single small so some something special specific standard start started step steps still stop string such summary ' +
  'support supported sure table take test tests text than thanks that the their them then there therefore these they thing things third ' +
  'this those three through thus time times tip title to today todo together too tool tools top true try two type types typescript ' +
  'undefined under unless until up update updated updates upgrade url urls usage use used user users using valid value values version ' +
  'versions very view want warning was way we web welcome well were what when where whether which while who whole why will with within ' +
  'without work works world would write wrong xhtml xml yaml yes you your';

const common = new Set(words.split(' '));
const vague = new Set([...places.split(' '), 'new zealand', 'united kingdom', 'united states', 'united states of america']);

/** Whether a key (with its space letter) is a word that starts sentences, headings and entries on any subject. */
export function isCommonWord(key: string): boolean {
  const word = key.slice(2).toLowerCase();
  return common.has(word) || (key[0] === Space.Name && isOpener(word));
}

/** Whether a key does not identify a subject: a common word, a country or a nationality. */
export function isVague(key: string): boolean {
  return isCommonWord(key) || vague.has(key.slice(2).toLowerCase());
}
