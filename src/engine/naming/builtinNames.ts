/** Names from languages, their libraries, test runners and browsers: code on any subject uses them, so they name no community. */

import { wordsOf } from '../util/strings.ts';

/** By origin; each name is in one row only. */
const origins = {
  javascript: `
    __dirname __filename AbortController AbortSignal Array ArrayBuffer basename Blob Boolean Buffer charCodeAt clearTimeout
    console createReadStream defineProperty encodeURIComponent EventEmitter Float32Array forEach fromEntries Function
    hasOwnProperty indexOf Int32Array isArray JSON lastIndexOf Map Math Number Object parseFloat parseInt Promise Readable
    ReadableStream readFile readFileSync RegExp removeAllListeners replaceAll Request RequestInit Response ResponseInit Set
    setInterval setTimeout startsWith String stringify Symbol TextDecoder TextEncoder toLowerCase toString toUpperCase Uint8Array
    URLSearchParams valueOf WeakMap writeFile writeFileSync`,
  types: `
    Awaited Exclude Extract InstanceType Iterable IterableIterator NonNullable Parameters Partial Pick Readonly ReadonlyArray
    Record Required ReturnType`,
  browser: `
    addEventListener createElement getElementById HTMLElement innerHTML KeyboardEvent localStorage querySelector querySelectorAll
    removeEventListener textContent useCallback useEffect useMemo useRef useState`,
  python: `
    AttributeError BaseException Callable Dict Exception FileNotFoundError ImportError isinstance KeyError List
    NotImplementedError Optional OSError Path RuntimeError StringIO TypeError Union ValueError`,
  rust: `
    as_bytes as_mut as_ref as_str AsMut AsRef Box BufReader Default Deserialize Display Error flat_map FnMut FnOnce
    Formatter from_str from_utf8 from_utf8_lossy get_mut HashMap HashSet into_iter IntoIter IntoIterator is_empty is_err
    is_none is_ok is_some Item Iterator map_err OnceCell Option PathBuf Range Result Self Serialize Some to_owned
    to_string to_vec unwrap_or unwrap_or_default unwrap_or_else Vec`,
  go: `
    Background Buffer Builder Duration Errorf Fprintf Hour Marshal MarshalIndent Millisecond Minute Mutex NewBuffer
    NewBufferString NewDecoder NewEncoder NewReader NewRecorder NewRequest NewScanner ParseDuration Printf Println ReadAll Reader
    ReadFile RWMutex Second Sleep Sprintf StatusBadRequest StatusInternalServerError StatusNotFound StatusOK Unmarshal WaitGroup
    WithCancel WithTimeout WriteHeader Writer WriteString`,
  java: `
    StringBuilder System.out`,
  documents: `
    devDependencies optionalDependencies peerDependencies`,
  runners: `
    afterAll afterEach assert_eq assert_ne beforeAll beforeEach deepEqual DeepStrictEqual setUp
    strictEqual TestCase throws`,
};

const names = new Set(Object.values(origins).flatMap(wordsOf));

/** Whether a symbol comes from a language or a common library. */
export function isBuiltin(symbol: string): boolean {
  return names.has(symbol);
}
