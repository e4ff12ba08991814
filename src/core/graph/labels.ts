/**
 * Which keys a community is called by: in the order of their weight, but last what says little anywhere: what languages bring along, names
 * of throwaway things, what every document has, runs of words that begin or end amid a sentence. A module is told by the last part of its path
 * that says what it is, and where nothing of the code's own is told. Cost: one look at each key.
 */

import { Space } from '../document.ts';
import { stopWords } from '../text/stopWords.ts';
import { hasOrigin, isModulePath } from './modulePath.ts';
import { isCommonWord } from './vague.ts';

/** A key with what the chunks do with it. */
export interface LabelKey {
  /** With its space. */
  readonly key: string;
  /** Whether one of the chunks, not a test's, defines it or has it as a title or heading. */
  readonly isSubject: boolean;
}

/** What languages, their libraries, test runners and browsers bring along. */
const brought = new Set(
  `__dirname __filename addEventListener afterAll afterEach AbortController
AbortSignal Array ArrayBuffer as_bytes as_mut as_ref as_str AsMut AsRef assert_eq assert_ne async_def AttributeError basename beforeAll beforeEach BaseException Blob Boolean Box
Buffer BufReader Callable charCodeAt clear_all_mocks clearAllMocks clearTimeout collect_vec console createElement createReadStream deepEqual Default DeepStrictEqual defineProperty Dict
Display encodeURIComponent Errorf EventEmitter Exception FileNotFoundError flat_map Float32Array FnMut FnOnce forEach Fprintf Formatter from_str from_utf8 from_utf8_lossy
fromEntries Function get_mut getElementById hasOwnProperty HashMap HashSet HTMLElement ImportError indexOf innerHTML Int32Array into_iter IntoIter IntoIterator
io_error is_empty is_err is_none is_ok is_some isArray isinstance Iterable Iterator IterableIterator JSON KeyboardEvent KeyError lastIndexOf List
localStorage Map map_err Math Mutex NotImplementedError Number Object OnceCell Optional OSError Option parseInt parseFloat Partial path_buf PathBuf
Pick Println Printf Promise querySelector querySelectorAll Range Readable readFile readFileSync Record RegExp ReadonlyArray removeAllListeners removeEventListener
replaceAll Result RuntimeError SelfType setInterval setTimeout setUp Set Some Sprintf startsWith strictEqual strictSame String StringIO StringBuilder
stringify Symbol System.out TestCase textContent TextDecoder TextEncoder throws to_owned to_string to_vec toLowerCase track_caller toString
toUpperCase TypeError Uint8Array Union unwrap_or unwrap_or_default unwrap_or_else useCallback useEffect useMemo useRef useState use_strict valueOf ValueError Vec WeakMap
withDefaults writeFile writeFileSync WriteString`.split(/\s+/),
);
/** What the protocols of Python and Rust are called whoever follows them, and the checks of test runners. */
const protocol =
  /^__(?:a?(?:enter|exit|iter|next|init)|abs|add|all|and|annotations|author|await|bool|bytes|call|class|class_getitem|code|complex|contains|copy|deepcopy|debug|defaults|del|delattr|delete|delitem|dict|dir|divmod|doc|eq|file|float|floordiv|format|func|future|ge|get|getattr|getattribute|getitem|getstate|globals|gt|hash|i?(?:add|sub|mul|and|or|xor)|import|index|init_subclass|instancecheck|int|invert|le|len|length_hint|lshift|lt|main|match_args|missing|mod|module|mro|mul|name|ne|neg|new|or|origin|package|path|pos|post_init|pow|prepare|qualname|r(?:add|sub|mul|and|or|truediv)|reduce|reduce_ex|repr|reversed|round|rshift|set|set_name|setattr|setitem|setstate|signature|sizeof|slots|spec|str|sub|subclasscheck|subclasses|truediv|version|wrapped|xor)__$|^(?:AsMut|AsRef|IntoIter)$|^to(?:Be|Have|Equal|Throw|Match|Contain|StrictEqual|Return)(?:[A-Z]\w*)?$/;
const empty = 'foo|bar|baz|foobar|qux|quux|blah|hello|world|tmp|temp|dummy|fake|mock|stub|lorem|ipsum';
/** Things that examples and tests are made of, with or without a number, and runs of one sign. */
const throwaway = new RegExp(
  String.raw`^(?:_?(?:${empty}|some(?:thing)?|my[A-Z_]\w*|plugin|test|item|value|object|obj|arr|array|str|string|num|number|data|args?|opts?|params?|res|req|cb|fn|el|ctx|context|schema|instance|thing|example)\d*|(.)\1{2,}|.{1,2})$`,
  'i',
);
/** The same of a word of a name; one that begins with a digit is a version, a size, a date. */
const emptyWord = new RegExp(String.raw`^(?:(?:${empty})\d*|(.)\1{2,}|v?\d.*)$`);
/** Of documents everywhere. */
const furniture = new Set(
  `acknowledgements acknowledgments advanced usage api apis appendix available scripts bibliography breaking changes
code of conduct content contributors credits faq frequently asked questions further reading getting started give feedback
bug bugs bugfix bugfixes discord features fix fixes github glossary merged new packaging moved next permit released starting steps unreleased open source optional configuration pull request quick start see also
table of contents the end things to know to do tl dr user guide what next what's new`.split(/\s+/),
);

/** The keys that a name may be made of, in that order; those that say least last. */
export function inOrderOfLabels(keys: readonly LabelKey[]): readonly string[] {
  const little = keys.map((one, position) => saysLittle(one, position));
  const telling = keys.filter(({ key }, i) => !little[i] && isShown(key));
  const modules = keys.filter(({ key }) => key[0] === Space.Literal && hasOrigin(key.slice(2)));
  // An address is told where nothing else says what it is about.
  const address = telling.length + modules.length > 0 ? [] : keys.filter(({ key }) => key[0] === Space.Link).slice(0, 1);
  return [...telling, ...modules, ...address, ...keys.filter(({ key }, i) => little[i] && isShown(key))].map(({ key }) => key);
}

function saysLittle({ key, isSubject }: LabelKey, position: number): boolean {
  const text = key.slice(2);
  switch (key[0]) {
    case Space.Symbol:
      if (throwaway.test(text) || protocol.test(text) || (brought.has(text) && !(isSubject && /^[A-Z]/.test(text)))) return true;
      // What is defined nowhere but in tests and begins so, or ends in one digit, is one of several that are alike.
      return !isSubject && /^_|\D\d$/.test(text);
    case Space.Name:
      return isFurniture(text.split(' '), isSubject);
    default:
      return position >= mostLeading || isModulePath(text);
  }
}

/** Words of which none says more than that it is a document, and runs that begin or end amid a sentence. */
function isFurniture(words: readonly string[], isSubject: boolean): boolean {
  if (words.every((word) => furniture.has(word) || stopWords.has(word) || emptyWord.test(word))) return true;
  if (words.some((word) => /^v?\d/.test(word)) && words.length < 3) return true;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length > 1 && (stopWords.has(last) || last === 'using')) return true;
  return !isSubject && words.length > 1 && (stopWords.has(first) || isCommonWord(`${Space.Name}:${first}`));
}

/** A literal is shown only where hardly any key weighs more. */
const mostLeading = 2;
/** A module, a file, a media type: what is quoted and still is a name. */
const named =
  /^(?:\.{1,2}\/|@|node:)?[a-z][\w.-]*(?:\/[\w.-]+){1,3}$|^\.{1,2}\/[\w.-]+$|^node:\w+$|^\.?[a-z][\w-]*\.(?!md$|rst$|txt$)[a-z]{2,5}$/i;

function isShown(key: string): boolean {
  return (
    key[0] === Space.Name ||
    key[0] === Space.Symbol ||
    (key[0] === Space.Literal && (named.test(key.slice(2)) || isModulePath(key.slice(2))))
  );
}
