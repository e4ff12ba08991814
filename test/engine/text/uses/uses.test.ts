import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Role } from '../../../../src/engine/document.ts';
import { analyzeText } from '../../../../src/engine/text/analyze.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { anyUnits } from '../../../support/anyText.ts';

const names = { imports: Role.Imports, calls: Role.Calls, extends: Role.Extends, throws: Role.Throws } as const;

/** The keys of a text by use, sorted, without the letter of symbols. */
function usesIn(path: string, text: string): Partial<Record<keyof typeof names, string>> {
  const keys = analyzeText(text, languageOf(path)).chunks.flatMap((chunk) => chunk.keys);
  const found = Object.entries(names).map(([name, role]) => {
    const texts = new Set(keys.filter(({ roles }) => roles & role).map(({ key }) => key.replace(/^s:/, '')));
    return [name, [...texts].sort().join(' ')] as const;
  });
  return Object.fromEntries(found.filter(([, list]) => list !== ''));
}

// Uses are roles of mentions: a plain word that is not a symbol in its context has none.
test('ECMAScript: imports over lines, re-exports, require, bases without their arguments', () => {
  const text = `import Default, { readAll, type Options as Other } from './lib/reader';
import * as everything from 'node:fs/promises';
export { one as oneMore } from '../one';
const { parseAll } = require('parse-all');
export class Reader<T extends Item> extends BaseReader<Item, Options> implements CloseListener, node.Iterable {
  readAll(from: Place): Result { return loadAll<Item>(from) ?? this.readAll(next); }
  closeAll?(now: boolean): void;
  async startAll() { if (bad) throw new ReadError('readAll()'); }
}
`;
  assert.deepEqual(usesIn('a.ts', text), {
    imports: 'oneMore parseAll q:../one q:./lib/reader q:node:fs/promises q:parse-all readAll',
    calls: 'ReadError loadAll readAll',
    extends: 'BaseReader CloseListener Iterable',
    throws: 'ReadError',
  });
});

test('names in comments and strings are not uses', () => {
  const text =
    "// throw new CommentError(callOne())\n/* class OneMore extends TwoMore {}\n import { threeMore } from './x' */\nconst s = `callTwo()`;\n";
  assert.deepEqual(usesIn('a.ts', text), {});
  assert.deepEqual(usesIn('a.py', 'x = 1\n"""\nfrom a import loadAll\nraise MyError(loadAll())\n"""\n'), {});
});

test('Python, Rust, Go, Java, C and Ruby', () => {
  const python = `from .models import (
    UserModel,  # comment
    GroupModel as G,
)
class MyView(base.BaseView, MixIn, metaclass=MetaView[Argument]):
    def get_all(self):
        return self.load_all(make_one())
    def fail_all(self):
        raise errors.NotFoundError from Another
`;
  assert.deepEqual(usesIn('a.py', python), {
    imports: 'GroupModel UserModel',
    calls: 'load_all make_one',
    extends: 'BaseView MetaView MixIn',
    throws: 'NotFoundError',
  });
  const rust = `use crate::args::{HiArgs, LowArgs};
impl<'a> fmt::Display for HiArgs<'a> {
    fn write_all(&self) -> Result<(), Error> { write_one::<u8>(self); println!("{}", 1); Ok(()) }
}
trait Searcher: Matcher<Output> + Sync {}
`;
  assert.deepEqual(usesIn('a.rs', rust), { imports: 'HiArgs LowArgs', calls: 'write_one', extends: 'Display Matcher' });
  assert.deepEqual(usesIn('a.go', 'import (\n\t"example.org/a/config"\n)\nfunc (s *Server) StartAll() {\n\ts.listenAll()\n}\n'), {
    imports: 'q:example.org/a/config',
    calls: 'listenAll',
  });
  const embedded = `type Store interface {
\tsync.Locker
\tLoad(key KeyName) error
}
type FileStore struct {
\t*BaseStore \`json:"base"\`
\tCache[KeyName]
\tPath PathName
}
type Both interface{ FirstOne; SecondOne }
type Number interface { LongInt | ShortInt }
`;
  assert.equal(usesIn('a.go', embedded).extends, 'BaseStore Cache FirstOne Locker SecondOne');
  const java = `import com.example.JsonReader;
public class Adapter<T> extends TypeAdapter<Token>
    implements Closeable {
  public List<String> readAll(JsonReader in) throws IOException, ParseException {
    throw new IllegalStateException(describeAll(in));
  }
  abstract void closeAll(int now);
}
`;
  assert.deepEqual(usesIn('A.java', java), {
    imports: 'JsonReader example',
    calls: 'IllegalStateException describeAll',
    extends: 'TypeAdapter',
    throws: 'IOException IllegalStateException ParseException',
  });
  const c = '#include "lib/grid.h"\nstatic void\ngrid_clear(struct grid *gd)\n{\n\tgrid_free_all(gd);\n}\nchar *grid_name(int x);\n';
  assert.deepEqual(usesIn('a.c', c), { imports: 'p:grid q:lib/grid.h', calls: 'grid_free_all' });
  const spaced =
    'CALM_EXPORT grid_t *\n    grid_copy (grid_t *self);\nvoid\ngrid_fill (grid_t *self) {\n  if (!self)\n    grid_fail_all (self);\n}\n';
  assert.deepEqual(usesIn('b.c', spaced), { calls: 'grid_fail_all' });
  assert.deepEqual(usesIn('a.rb', "require 'lib/reader'\nclass MyCop < Base::ParentCop\n  include RangeHelp\nend\n"), {
    imports: 'q:lib/reader',
    extends: 'ParentCop RangeHelp',
  });
});

test('imports of other languages, and what only looks like one', () => {
  assert.deepEqual(usesIn('a.cs', '﻿using My.ToolKit;\nclass A { void f() { using (var x = openAll())\n using (var y = x) { } } }\n'), {
    imports: 'ToolKit',
    calls: 'openAll',
  });
  assert.deepEqual(usesIn('a.scala', 'import my.lib.{FirstOne, SecondOne => Two}\n').imports, 'FirstOne SecondOne');
  assert.deepEqual(
    usesIn('a.php', '<?php\nuse MyApp\\ReadAll;\n$f = function ()\n  use ($oneMore) { return 1; };\n').imports,
    'MyApp ReadAll',
  );
  assert.deepEqual(usesIn('a.swift', 'import MyKit\n').imports, 'MyKit');
  assert.deepEqual(usesIn('a.lua', "local readAll = require 'my.lib'\n").imports, 'q:my.lib readAll');
  assert.deepEqual(usesIn('a.ex', 'alias MyApp.{FirstOne,\n  SecondOne}\n').imports, 'FirstOne MyApp SecondOne');
});

test('bases of other languages, without what is only near them', () => {
  const kotlin =
    'class MyHandler @Inject constructor(val one: OneType) : BaseHandler(one), MyPlugin by other {\n  val x: OtherType = makeAll()\n}\n';
  assert.deepEqual(usesIn('a.kt', kotlin), { calls: 'makeAll', extends: 'BaseHandler MyPlugin' });
  const swift = 'class var someValue: MyType\nextension MyView: @retroactive ViewBase {\n  func loadAll() throws -> ViewState {}\n}\n';
  assert.deepEqual(usesIn('a.swift', swift), { extends: 'ViewBase' });
  assert.equal(
    usesIn('a.scala', 'case class OneEvent(value: MyType) extends BaseEvent with ClonedOne\ncase class TwoEvents()\n').extends,
    'BaseEvent ClonedOne',
  );
  const python =
    "class OneError(BaseError):\n    '''Text.'''\n\n\nclass TwoError(OtherError):\n    def f(self):\n        raise\n        load_all\n";
  assert.deepEqual(usesIn('a.py', python), { extends: 'BaseError OtherError' });
  assert.deepEqual(usesIn('a.rb', 'class A\n  include RangeHelp, OneMore\n  @include = NO_BASE\nend\n'), { extends: 'OneMore RangeHelp' });
  assert.equal(usesIn('a.erl', '-behaviour(gen_server).\n').extends, 'gen_server');
  assert.deepEqual(
    usesIn('a.h', 'class EXPORT_ME Reader final : public BaseReader<Item>, OtherReader {};\n@interface MyView : ViewBase\n'),
    {
      extends: 'BaseReader OtherReader ViewBase',
    },
  );
});

test('a use is also a mention, whatever the text', () => {
  const unit = fc.constantFrom(
    'import ',
    'from ',
    "'./a'",
    'class ',
    'extends ',
    'loadAll(',
    ')',
    'throw ',
    '{',
    '}',
    '<',
    '>',
    '\n',
    '`',
    '${',
    '/*',
    '*/',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(unit, anyUnits(6)), { maxLength: 60 }),
      fc.constantFrom('a.ts', 'a.py', 'a.rs', 'a.go', 'A.java', 'a.c'),
      (units, path) => {
        const all = names.imports | names.calls | names.extends | names.throws;
        for (const { keys } of analyzeText(units.join(''), languageOf(path)).chunks)
          for (const { roles } of keys) assert.ok((roles & all) === 0 || (roles & Role.Mentions) !== 0);
      },
    ),
  );
});
