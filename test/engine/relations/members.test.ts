import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitionsIn } from '../../../src/engine/relations/relations.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { assertLinear } from '../../support/quick.ts';

/** `line scope kind`, with the container, of each definition. */
function places(name: string, path: string, text: string): readonly string[] {
  return definitionsIn(name, path, text, languageOf(path)).map(({ startLine, scope, kind, container }) => {
    return `${startLine} ${scope} ${kind}${container === undefined ? '' : ` of ${container}`}`;
  });
}

test('members of enums in each language, on one line or many, but not their values', () => {
  assert.deepEqual(places('Blue', 'a.ts', 'export enum Hue {\n  Red = 1, // Blue\n  Blue = Red,\n}\nuse(Hue.Blue);\n'), [
    '3 member value of Hue',
  ]);
  assert.deepEqual(places('Red', 'a.ts', 'enum Hue { Red = 1, Blue = Red }\n'), ['1 member value of Hue']);
  const rust = "#[derive(Clone)]\npub enum Hue<'a> {\n    #[default]\n    Red,\n    Blue(&'a str),\n    Mixed { red: u8 },\n}\n";
  assert.deepEqual(places('Red', 'a.rs', rust), ['4 member value of Hue']);
  assert.deepEqual(places('Blue', 'a.rs', rust), ['5 member value of Hue']);
  assert.deepEqual(places('Mixed', 'a.rs', rust), ['6 member value of Hue']);
  const java =
    'enum Hue implements Named {\n  RED("a") {\n    void run() {}\n  },\n  @Deprecated BLUE;\n\n  static Hue of() { return BLUE; }\n}\n';
  assert.deepEqual(places('RED', 'A.java', java), ['2 member value of Hue']);
  assert.deepEqual(places('BLUE', 'A.java', java), ['5 member value of Hue']);
  assert.deepEqual(places('BLUE', 'a.c', 'typedef enum { RED, BLUE } hue;\nint f(void) { return BLUE; }\n'), ['1 member value']);
});

test("the names of Go's blocks, methods of its interfaces and fields of its structs", () => {
  const text =
    'package m\n\nconst (\n\tFirst Level = iota // Second\n\tSecond\n\ta, b = First, Second\n)\n\ntype (\n\tHandler func(Second int)\n)\n\n' +
    'type Store interface {\n\tLoad(key string) error\n}\n\ntype Box struct {\n\tLoad, Save int\n}\n\nfunc use() { call(First, Second) }\n';
  assert.deepEqual(places('First', 'a.go', text), ['4 outermost value']);
  assert.deepEqual(places('Second', 'a.go', text), ['5 outermost value']);
  assert.deepEqual(places('Handler', 'a.go', text), ['10 outermost type']);
  assert.deepEqual(places('Load', 'a.go', text), ['14 member function of Store', '18 member value of Box']);
  assert.deepEqual(places('Save', 'a.go', text), ['18 member value of Box']);
});

test('members of classes and interfaces that continue on the next line or have no body', () => {
  const ts =
    'class A<T, U = {}> implements I<T, {}> {\n  readonly size: number\n  pick<\n    K extends T,\n  >(key: K): T {\n    this.pick(key);\n  }\n}\n';
  assert.deepEqual(places('pick', 'a.ts', ts), ['3 member function of A']);
  assert.deepEqual(places('size', 'a.ts', ts), ['2 member value of A']);
  assert.deepEqual(places('read', 'a.ts', 'interface R {\n  read?(rows: number): void\n}\nr.read(1)\nfoo({ read: 1 })\n'), [
    '2 member function of R',
  ]);
  assert.deepEqual(places('wide', 'a.ts', 'declare const wide: Builder<\n  A\n>\nf(wide)\n'), ['1 outermost value']);
  const java =
    'class A {\n  private static final Map<K, V> NAMES = f(NAME);\n  int NAME, b;\n  <T extends b.C> List<T> all(T t)\n      throws E;\n  void g() { int x = all(NAMES); }\n}\n';
  assert.deepEqual(places('NAMES', 'A.java', java), ['2 member value of A']);
  assert.deepEqual(places('NAME', 'A.java', java), ['3 member value of A']);
  assert.deepEqual(places('all', 'A.java', java), ['4 member function of A']);
});

test('functions of C behind a macro or several words, types of functions, and fields', () => {
  const text =
    '#if A\n#define B(x) {\n#endif\nPUBLIC(thing *) make(const char *name,\n                     int count)\n{\n  return make_one(name);\n}\n' +
    'static long long now_us(void) { return make(0, 1); }\ntypedef void (*handler_f)(int kind);\nstruct thing {\n  struct thing *next;\n  int kind : 4;\n};\n';
  assert.deepEqual(places('make', 'a.c', text), ['4 outermost function']);
  assert.deepEqual(places('now_us', 'a.c', text), ['9 outermost function']);
  assert.deepEqual(places('handler_f', 'a.c', text), ['10 outermost type']);
  assert.deepEqual(places('next', 'a.c', text), ['12 member value of thing']);
  assert.deepEqual(places('kind', 'a.c', text), ['13 member value of thing']);
});

test('a word that is a keyword elsewhere is a name here, one that begins a statement never is', () => {
  assert.deepEqual(places('open', 'a.rs', 'pub fn open() {}\n'), ['1 outermost function']);
  assert.deepEqual(places('json', 'a.py', 'class A:\n    def json(self): pass\n'), ['2 member function of A']);
  assert.deepEqual(places('if', 'a.ts', 'function f() {\n  if (x) {\n  }\n}\n'), []);
});

test('brackets in strings, comments and characters, or never closed, lead to no error', () => {
  assert.deepEqual(places('Blue', 'a.rs', 'const OPEN: char = \'{\';\nconst S: &str = "{{"; /* { */\nenum Hue {\n  Blue,\n}\n'), [
    '4 member value of Hue',
  ]);
  assert.deepEqual(places('Blue', 'a.ts', 'enum Hue { Blue'), ['1 member value of Hue']);
  assert.deepEqual(places('Blue', 'a.c', '}}}}))) Blue ((({{{'), []);
});

test('declarations are found in linear time and memory in brackets, statements and types that never end', { timeout: 60_000 }, async () => {
  for (const unit of ['(abc ', 'abc,', 'abc<\n'])
    await assertLinear(unit, 6_000, (count) => void definitionsIn('abc', 'a.ts', unit.repeat(count), languageOf('a.ts')));
});
