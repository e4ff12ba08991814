import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitionsIn } from '../../../../src/engine/text/code/read.ts';
import { isCommentLine } from '../../../../src/engine/text/commentLines.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { linesOf } from '../../../../src/engine/text/lines.ts';
import { assertLinear } from '../../../support/quick.ts';

/** Each case is a line, an arrow, and the names that the line defines, alone or among the members of a type. */
function checkNames(path: string, cases: readonly string[], around: readonly [string, string] = ['', '']): void {
  for (const entry of cases) {
    const [line, names] = entry.split(' → ') as [string, string];
    const [before, after] = around;
    const found = definitionsIn(linesOf(before + line + after), languageOf(path)).slice(before === '' ? 0 : 1);
    assert.deepEqual(
      found.map((definition) => definition.name),
      names.split(', '),
      `${path}: ${line}`,
    );
  }
}

/** Lines that define nothing: calls, statements, comments; locals, if they are in a function. */
function checkNone(path: string, lines: readonly string[], [before, after]: readonly [string, string] = ['', '']): void {
  for (const line of lines) {
    const found = definitionsIn(linesOf(before + line + after), languageOf(path)).slice(before === '' ? 0 : 1);
    assert.deepEqual(found, [], `${path}: ${line}`);
  }
}

test('definitions of a.ts', () => {
  checkNames('a.ts', [
    'export function createServer(port: number): Server { → createServer',
    'export default async function* gen() { → gen',
    'function*gen() { → gen',
    'export abstract class Foo<T> extends Bar { → Foo',
    'export const enum Color { → Color',
    'type Alias = string; → Alias',
    'export const answer: number = 42; → answer',
    'module.exports.start = 1 → start',
    'Foo.prototype.stop = function () { → stop',
    'app.handle = function handle(request) { → handle',
    '  $.fn.tooltip = function (options) { → tooltip',
    'store.load = async (path) => { → load',
    'server.close = async done => { → close',
    'module.exports = class Store extends Base { load () {} } → Store, load',
    'exports.Store = class { load () {} } → Store, load',
    'const Store = class extends Base { load () {} } → Store, load',
    'export default class extends Base { load () {} } → load',
    'module.exports = async function load (path) { → load',
    ';(function (root) { var limit = 3; function load () {} })(this) → limit, load',
  ]);
  checkNone('a.ts', [
    'module.exports = function () {',
    'a.b = c.d;',
    '  constructor(a) {',
    'if (x) {',
    '  return foo(bar) {',
    "describe('x', function () {",
    "  it('does', () => {",
    '  foo(bar, baz);',
    '  } else if (x) {',
    '  for (const x of y) {',
    ' * foo(bar) {',
    '// function foo() {',
    'switch (foo) {',
  ]);
});

test('members of classes and objects, and locals, of a.ts', () => {
  checkNames(
    'a.ts',
    [
      'functionCall(x) {} → functionCall',
      '  private async load(path: string): Promise<void> { → load',
      '  static create() {} → create',
      '  get size(): number { → size',
      '  readonly handle = (event: Event) => { → handle',
      '  #hidden(a: () => void) { → hidden',
      '  *items() { → items',
      '  delete(id: string) { → delete',
      '  limits = new Map<string, number>(); → limits',
      '  constructor(private readonly yard: Yard) {} → constructor, yard',
    ],
    ['class A {\n', '\n}'],
  );
  checkNames('a.ts', ['  load() {}, → load', '  save: async () => {}, → save'], ['const a = {\n', '\n};']);
  checkNone('a.ts', ['  const local = 3;', '  request.onload = x;', '  if (x) {}', '  return { a: 1 };'], ['function f() {\n', '\n}']);
});

test('definitions of a.py', () => {
  checkNames('a.py', [
    'def load(path): → load',
    'async def fetch(url): → fetch',
    'class Store(Base): → Store',
    'limit = 30 → limit',
    'timeout: float = 2.0 → timeout',
    'type Pair[T] = tuple[T, T] → Pair',
  ]);
  checkNone('a.py', ['if foo == bar:', 'print(foo)', '    local = 3', 'return foo(bar)', 'foo += 1', '# def foo():', 'for x in y:']);
});

test('definitions of a.rs', () => {
  checkNames('a.rs', [
    'pub(crate) fn run(&self) { → run',
    'pub struct Store<T> { → Store',
    'pub enum Kind { → Kind',
    'impl fmt::Display for Store { → Store',
    'impl Store { → Store',
    'pub trait Reader { → Reader',
    'const LIMIT: usize = 3; → LIMIT',
    'macro_rules! vec_of { → vec_of',
    '    pub async fn load() { → load',
    'unsafe extern "C" fn hook() { → hook',
    'mod tests { → tests',
  ]);
  checkNone('a.rs', ['    if x {', 'return foo(bar)', 'match foo {', '    foo(bar);']);
});

test('definitions of a.go', () => {
  checkNames('a.go', [
    'func Serve(addr string) error { → Serve',
    'func (s *Server) Handle(w http.ResponseWriter) { → Handle',
    'type Server struct { → Server',
    'type Handler interface { → Handler',
    'var limit = 3 → limit',
    'const Version = "1" → Version',
  ]);
  checkNone('a.go', ['if x {', 'return foo(bar)', 'foo(bar) {']);
});

test('definitions of a.gleam', () => {
  checkNames('a.gleam', [
    'pub fn load(path: String) -> Result(String, Nil) { → load',
    'fn run() { → run',
    'pub type Option(a) { → Option',
    'pub opaque type Set(member) { → Set',
    'type Alias = → Alias',
    'pub const limit: Int = 3 → limit',
  ]);
  checkNone('a.gleam', [
    '  fn(x) { x + 1 }',
    '  let local = 3',
    '  Ok(value)',
    '/// pub fn load() {',
    'import gleam/option.{type Option}',
    '@external(erlang, "a", "b")',
  ]);
  const { comments } = languageOf('a.gleam');
  assert.deepEqual(
    ['//// module', '/// doc', '/* none', 'a'].map((line) => isCommentLine(line, comments)),
    [true, true, false, false],
  );
});

test('definitions of A.java', () => {
  checkNames('A.java', [
    '  static <T extends Comparable<T>> T largest(List<T> all) { → largest',
    'public class Store { → Store',
    'public interface Reader { → Reader',
    '    public static void main(String[] args) { → main',
    '    private final Map<String, Integer> counts(int limit) { → counts',
    'public enum Kind { → Kind',
    '@interface Marker { → Marker',
    '    @Override public String toString() { → toString',
    '    public static final int LIMIT = 3; → LIMIT',
  ]);
  checkNone('A.java', [
    '        yield load(x);',
    '    Store(int x) {',
    '        return foo(bar);',
    '        return foo(bar,',
    '        throw new Foo(bar',
    '        new Foo(bar,',
    '        if (x) {',
    '    } else if (x) {',
    '        foo(bar) {',
  ]);
});

test('members and locals of A.java', () => {
  const around = ['class A {\n', '\n}'] as const;
  checkNames('A.java', ['    Store load(String path) throws IOException; → load', '    String title() default ""; → title'], around);
  checkNames('A.java', ['    private final Map<String, List<Store>> stores = new HashMap<>(); → stores', '    A(int x) { → A'], around);
  checkNone('A.java', ['        final int local = 3;', '        load(x);'], ['int f() {\n', '\n}']);
});

test('definitions of A.kt', () => {
  checkNames('A.kt', [
    'internal val Constructor<*>.signature: String → signature',
    'expect interface Closeable { → Closeable',
    'data class Store(val x: Int) → Store, x',
    'class Store @Inject constructor(root: Path, private val size: Int = 1) : Base(root) → Store, size',
    'enum class Kind { → Kind',
    'fun main() { → main',
    'suspend fun String.load(x: Int): Int { → load',
    'fun <T> first(list: List<T>): T { → first',
    'object Registry { → Registry',
    'fun<T> first(list: List<T>): T = list[0] → first',
    'internal typealias Names = List<String> → Names',
    'fun interface Handler { → Handler',
  ]);
  checkNone('A.kt', ['        name shouldBe load(x)', 'try load(x)', 'when (x) {']);
});

test('definitions of A.scala', () => {
  checkNames('A.scala', [
    'case class Foo(x: Int) → Foo',
    'object Main extends App { → Main',
    '  def load[T](x: T): T = { → load',
    'trait Reader { → Reader',
    '  val limit = 3 → limit',
  ]);
  checkNone('A.scala', ['    if (x) {']);
});

test('definitions of A.cs', () => {
  checkNames('A.cs', [
    '  public T Resolve<T>(string key) { → Resolve',
    'public record struct Point(int X); → Point, X',
    'namespace Foo.Bar → Bar',
    'public sealed class Store : IStore → Store',
    'internal static bool Try(out int x) { → Try',
    '        public string Name { get; set; } → Name',
    '    public int Count => this.count; → Count',
    '    public const int Limit = 3; → Limit',
    '    private static readonly string[] names = { } → names',
  ]);
  checkNone('A.cs', ['return foo(bar']);
});

test('definitions of A.swift', () => {
  checkNames('A.swift', [
    'final class Store { → Store',
    'func load(_ path: String) -> Int { → load',
    'indirect enum Tree { → Tree',
    'extension Store: Reader { → Store',
    '    mutating func push(_ x: Int) { → push',
    'protocol Reader { → Reader',
    'private actor Cache { → Cache',
    'public typealias Names = [String] → Names',
  ]);
  checkNone('A.swift', ['    try await load(path)', 'guard let x = y else {']);
});

test('definitions of a.dart', () => {
  checkNames('a.dart', [
    'class Store extends Base { → Store',
    '  Future<void> load(int x) async { → load',
    'mixin Loud on Store { → Loud',
    'enum Kind { a, b } → Kind, a, b',
    'void main(List<String> args) { → main',
  ]);
  checkNone('a.dart', ['  return foo(bar']);
});

test('definitions of a.c', () => {
  checkNames('a.c', [
    'int main(int argc, char **argv) { → main',
    'static const char *nameOf(int x) { → nameOf',
    '#define LIMIT 30 → LIMIT',
    'struct store { → store',
    'typedef unsigned int word; → word',
    'typedef void (*work_callback)(request_t *request, int status); → work_callback',
    'struct foo *bar(int x) { → bar',
    'typedef struct { int a; } store_t; → a, store_t',
    'enum kind { → kind',
    'LIB_API int fetch_row(handle_t row) { → fetch_row',
    'struct LIB_API session : base { → session',
    'factory const * make_factory() { → make_factory',
    'window_open(struct window *w, int x) { → window_open',
    'static const struct command commands[] = { → commands',
    'int max_depth = 3; → max_depth',
    'unsigned long long total(int x) { → total',
  ]);
  checkNone('a.c', [
    'x = 3;',
    'extern int declared;',
    '  return foo(bar,',
    'if (x) {',
    '  foo(bar);',
    'foo(bar);',
    '  else if (x) {',
    'struct foo;',
  ]);
});

test('definitions of a.cpp', () => {
  checkNames('a.cpp', [
    'class Store : public Base { → Store',
    'template <class T> class Box { → Box',
    'void Store::load(int x) { → load',
    'Store::Store(int x) : a(1) { → Store',
    'std::vector<int> Foo::bar(int x) { → bar',
    'enum class Kind { → Kind',
    'namespace mesh { → mesh',
    'template <typename T> T largest(T a) { → largest',
    'using Names = std::vector<std::string>; → Names',
    '[[nodiscard]] int size(int x) { → size',
    'constexpr int kLimit = 3; → kLimit',
  ]);
  checkNone('a.cpp', ['using namespace std;', 'return x = 3;', '  std::cout << foo(bar)', '  delete foo(bar']);
});

test('definitions of a.m', () => {
  checkNames('a.m', [
    '@interface Store : NSObject → Store',
    '- (void)load:(int)x { → load',
    '+ (instancetype)shared { → shared',
    '@implementation Store → Store',
    '@protocol Reader → Reader',
  ]);
  checkNone('a.m', ['  [self load:x];']);
});

test('definitions of a.proto', () => {
  checkNames('a.proto', [
    'message Store { → Store',
    'service Search { → Search',
    '  rpc Find(Query) returns (Reply); → Find',
    'enum Kind { → Kind',
    '  message Inner { → Inner',
  ]);
  checkNames('a.proto', ['  string name = 1; → name'], ['message A {\n', '\n}']);
});

test('definitions of a.rb', () => {
  checkNames('a.rb', [
    'def load(path) → load',
    '  def self.create → create',
    'class Store < Base → Store',
    'module Mesh → Mesh',
    '  LIMIT = 30 → LIMIT',
    'class Mesh::Index → Index',
    '  attr_reader :folder, :size → folder, size',
    'task :build do → build',
    '  private def helper → helper',
    '  define_method(:load) do → load',
  ]);
  checkNone('a.rb', ['  local = 3', 'if x == y', 'return foo(bar)']);
});

test('definitions of a.php', () => {
  checkNames('a.php', [
    'function load($x) { → load',
    '    public static function &create() { → create',
    'class Store extends Base → Store',
    'interface Reader → Reader',
    '    const LIMIT = 3; → LIMIT',
    "define('VERSION', 1); → VERSION",
    'trait Loud { → Loud',
    "    public const string LIMIT = '3'; → LIMIT",
  ]);
  checkNone('a.php', ['    return foo($x);', 'if ($x) {']);
});

test('definitions of a.sh', () => {
  checkNames('a.sh', [
    'load() { → load',
    'function run { → run',
    'export HOME_DIR=/x → HOME_DIR',
    'limit=30 → limit',
    'my-command() { → my-command',
    "alias ll='ls -l' → ll",
  ]);
  checkNone('a.sh', ['  local=3', 'if [ x ]; then', '  foo bar']);
});

test('definitions of a.ps1', () => {
  checkNames('a.ps1', [
    'function Get-Store { → Get-Store',
    'Function Load { → Load',
    'function script { → script',
    'function New-Thing($x) { → New-Thing',
    'function Test-It { → Test-It',
  ]);
  checkNone('a.ps1', ['if ($x) {']);
});

test('definitions of a.lua', () => {
  checkNames('a.lua', [
    'function load(x) → load',
    'local function run() → run',
    'function M.create(x) → create',
    'M.stop = function() → stop',
    'function M:send(x) → send',
  ]);
  checkNone('a.lua', ['return foo(bar)', 'if x then']);
});

test('definitions of a.ex', () => {
  checkNames('a.ex', [
    'def load(x) do → load',
    'defp run(x) do → run',
    'defmodule Mesh.Index do → Index',
    'defmacro twice(x) do → twice',
    'defprotocol Reader do → Reader',
    '  @callback load(path) :: term → load',
  ]);
  checkNone('a.ex', ['if x do', 'foo(bar)']);
});

test('definitions of a.erl', () => {
  checkNames('a.erl', [
    'load(X) -> → load',
    'run(X, Y) when X > Y -> → run',
    'start() -> → start',
    'stop(_) -> → stop',
    'accept(#state{}) -> → accept',
    '-module(store). → store',
    '-record(session, {id}). → session',
    '-define(LIMIT, 3). → LIMIT',
  ]);
  checkNone('a.erl', ['    foo(X),', 'case X of']);
});

test('definitions of a.clj', () => {
  checkNames('a.clj', [
    '(defn load [x] → load',
    '(def limit 30) → limit',
    '(defmacro twice [x] → twice',
    '(defrecord Store [a]) → Store',
    '(defprotocol Reader → Reader',
    '(ns store.core → store.core',
    '(def ^:private limit 3) → limit',
  ]);
  checkNone('a.clj', ['(foo bar)', '(if x']);
});

test('definitions of a.el', () => {
  checkNames('a.el', [
    '(defun load-file (x) → load-file',
    '(defvar my-limit 3) → my-limit',
    '(cl-defun run (x) → run',
    '(define (square x) → square',
    '(defcustom my-x nil → my-x',
  ]);
  checkNone('a.el', ['(setq x 3)', '(when x']);
});

test('definitions of a.hs', () => {
  checkNames('a.hs', [
    'load :: Int -> Int → load',
    'data Tree = Leaf → Tree, Leaf',
    'newtype Wrap = Wrap Int → Wrap, Wrap',
    'module Mesh.Index where → Index',
    'type Alias = Int → Alias',
    'class Reader a where → Reader',
    'class Monad m => Store m where → Store',
  ]);
  checkNone('a.hs', ['  if x then', '  return foo']);
});

test('definitions of a.ml', () => {
  checkNames('a.ml', [
    'let rec fold x = → fold',
    'let limit = 3 → limit',
    'type tree = Leaf → tree, Leaf',
    'module Store = struct → Store',
    'and helper x = → helper',
    'external load : string -> int = "load" → load',
    'exception Missing of string → Missing',
  ]);
  checkNone('a.ml', ['if x then', '  foo bar']);
});

test('definitions of a.r', () => {
  checkNames('a.r', [
    'load <- function(x) { → load',
    'run = function(x) { → run',
    'first <- function(x) → first',
    'second <- function(y) { → second',
    'third=function(z) { → third',
    'read.table2 <- function(path) { → read.table2',
    'limits <- c(1, 2) → limits',
    'setClass("Store", → Store',
  ]);
  checkNone('a.r', ['if (x) {', 'foo(bar)']);
});

test('definitions of a.jl', () => {
  checkNames('a.jl', [
    'function load(x) → load',
    'struct Store → Store',
    'mutable struct Box → Box',
    'module Mesh → Mesh',
    'macro twice(x) → twice',
    'area(r) = 3 * r → area',
    'abstract type Shape end → Shape',
    'function Base.show(io) → show',
  ]);
  checkNone('a.jl', ['if x']);
});

test('definitions of a.zig', () => {
  checkNames('a.zig', [
    'pub fn load(x: u8) void { → load',
    'const Store = struct { → Store',
    'fn run() !void { → run',
    'pub const limit: u8 = 3; → limit',
    'export fn start() void { → start',
  ]);
  checkNone('a.zig', ['if (x) {', 'return foo(bar);']);
});

test('definitions of a.sol', () => {
  checkNames('a.sol', [
    'contract Store { → Store',
    'function load(uint x) public { → load',
    'interface Reader { → Reader',
    'event Loaded(uint x); → Loaded',
    'library Tools { → Tools',
  ]);
  checkNone('a.sol', ['require(x);']);
});

test('definitions of a.sql', () => {
  checkNames('a.sql', [
    'CREATE TABLE stores ( → stores',
    'create or replace function mesh.load(x int) → load',
    'create unique index if not exists by_name on t → by_name',
    'CREATE VIEW "open_orders" AS → open_orders',
    'create temp table scratch ( → scratch',
  ]);
  checkNone('a.sql', ['select * from foo', 'insert into foo']);
});

test('definitions of Makefile', () => {
  checkNames('Makefile', [
    'build: deps → build',
    'LIMIT = 30 → LIMIT',
    'test-all: → test-all',
    'NAME := x → NAME',
    'export FOO ?= 1 → FOO',
  ]);
  checkNone('Makefile', ['\t@echo foo', '\tfoo=3 bar']);
});

test('definitions of CMakeLists.txt', () => {
  checkNames('CMakeLists.txt', [
    'project(mesh) → mesh',
    'add_executable(tool main.c) → tool',
    'function(load_it x) → load_it',
    'set(LIMIT 3) → LIMIT',
    'add_library(core a.c) → core',
  ]);
  checkNone('CMakeLists.txt', ['if(x)']);
});

test('definitions of a Dockerfile and of a justfile', () => {
  checkNames('Dockerfile', [
    'FROM node:22 AS build → build',
    'ARG VERSION=1 → VERSION',
    'ENV LANG=C → LANG',
    'FROM a as b → b',
    'ENV PORT 80 → PORT',
  ]);
  checkNone('Dockerfile', ['FROM node:22', 'COPY --from=build /a:/b /c', 'RUN echo a: b']);
  checkNames('justfile', ['build target="x": → build', '@check: → check', 'run *args: build → run', 'lint: → lint', 'export A := "1" → A']);
});

test('definitions of a.tf', () => {
  checkNames('a.tf', [
    'resource "aws_instance" "web" { → web',
    'variable "region" { → region',
    'module "network" { → network',
    'output "address" { → address',
    'data "aws_ami" "image" { → image',
  ]);
  checkNone('a.tf', ['  ami = "x"', '  tags {', '# resource "a" "b" {']);
});

test('definitions of a.graphql', () => {
  checkNames('a.graphql', [
    'type Store { → Store',
    'extend type Query { → Query',
    'input Filter { → Filter',
    'enum Kind { → Kind',
    'mutation AddStore($name: String) { → AddStore',
    'directive @cached on FIELD → cached',
  ]);
  checkNone('a.graphql', ['  name: String', '{', '# type Store']);
});

test('definitions of a.pl', () => {
  checkNames('a.pl', [
    'sub load { → load',
    'package Mesh::Store; → Store',
    'our $limit = 3; → limit',
    'use constant LIMIT => 3; → LIMIT',
    '  sub inner($x) { → inner',
  ]);
  checkNone('a.pl', ['my $local = 3;', 'load($x);', 'if ($x) {']);
});

test('definitions of a.pas', () => {
  checkNames('a.pas', [
    'procedure TStore.Load(const Path: string); → Load',
    'function Size: Integer; → Size',
    'constructor TStore.Create; → Create',
    '  TStore = class(TObject) → TStore',
    'unit Stores; → Stores',
  ]);
  checkNone('a.pas', ['  Size := 3;', 'begin', 'end;']);
});

test('definitions of a.vb', () => {
  checkNames('a.vb', [
    'Public Class Store → Store',
    '    Public Sub Load(path As String) → Load',
    '    Private Shared Function Size() As Integer → Size',
    '    Public ReadOnly Property Path As String → Path',
    'Module Program → Program',
  ]);
  checkNone('a.vb', ['    End Sub', '        Exit Function', '    Return x', 'End Class']);
});

test('definitions of a.f90', () => {
  checkNames('a.f90', [
    'module stores → stores',
    '  subroutine load(path) → load',
    '  pure real(8) function area(r) → area',
    '  type :: store → store',
    'program main_program → main_program',
  ]);
  checkNone('a.f90', ['  end subroutine load', 'endfunction', '  module procedure', '  call load(path)']);
});

test('definitions of a.nix', () => {
  checkNames('a.nix', [
    '  inputs = { → inputs',
    'description = "x"; → description',
    '    outputs = { self }: { → outputs',
    '  shell= x; → shell',
    '  rev = 1; → rev',
  ]);
  checkNone('a.nix', ['          deep = 3;', '{ pkgs }:', 'let']);
});

test('definitions of a.coffee', () => {
  checkNames('a.coffee', [
    'load = (path) -> → load',
    '  size: -> → size',
    'class Store extends Base → Store',
    'exports.open2 = (x) => → open2',
    '  @create: (x) -> → create',
  ]);
  checkNone('a.coffee', ['load path', 'x = 3', 'if x then y']);
});

test('definitions of a.vim', () => {
  checkNames('a.vim', [
    'function! s:Load(path) → Load',
    'function mesh#store#Size() → Size',
    'let g:limit = 3 → limit',
    'command! -nargs=1 Mesh call s:Load() → Mesh',
    'def Open2() → Open2',
  ]);
  checkNone('a.vim', ['call s:Load()', '" function! s:Load()', 'endfunction']);
});

test('definitions of a.gd', () => {
  checkNames('a.gd', [
    'func load_level(path): → load_level',
    'class_name Store → Store',
    'signal changed(value) → changed',
    '@export var speed = 3.0 → speed',
    'static func create(): → create',
  ]);
  checkNone('a.gd', ['    load_level(x)', 'extends Node']);
});

test('definitions of a.tcl and of a.bat', () => {
  checkNames('a.tcl', [
    'proc load {path} { → load',
    'proc ::mesh::size {} { → size',
    '  proc inner {} { → inner',
    'proc one {} {} → one',
    'proc two {} {} → two',
  ]);
  checkNames('a.bat', [':build → build', ':clean → clean', ':usage → usage', ':end_script → end_script', ':fail → fail']);
  checkNone('a.bat', [':: a comment', 'goto build', 'call :build']);
});

test('definitions of a.css', () => {
  checkNames('a.css', [
    '.button { → button',
    '#header { → header',
    '.a, .b, → a',
    '--main-color: red; → --main-color',
    '@keyframes spin { → spin',
  ]);
  checkNone('a.css', ['  color: red;', '@media (x) {']);
});

test('definitions of a.scss', () => {
  checkNames('a.scss', [
    '@mixin loud($x) { → loud',
    '@function twice($x) { → twice',
    '$limit: 3px; → $limit',
    '.card { → card',
    '#main { → main',
  ]);
  checkNone('a.scss', ['  color: red;']);
});

test('definitions of a.yaml', () => {
  checkNames('a.yaml', ['jobs: → jobs', 'on: push → on', 'my-key: 3 → my-key', '"quoted": x → quoted', 'build: → build']);
  checkNone('a.yaml', ['  inner: x', '- foo']);
});

test('a document of a.yaml is the resource that it describes', () => {
  const text = [
    'apiVersion: apps/v1',
    'kind: Deployment',
    'metadata:',
    '  labels:',
    '    name: other',
    '  name: tide-table # The name.',
    'spec:',
    '  name: inner',
    '---',
    'kind: "Role"',
    'metadata: # Of the role.',
    "  name: 'system:reader.v1'",
    'apiVersion: rbac/v1',
    '---',
    'apiVersion: v1',
    'kind: Secret',
    'metadata:',
    '  name: {{ include "yard.fullname" . }}',
    '---',
    'kind: none',
    'metadata:',
    '  name: nothing',
    '',
  ].join('\n');
  assert.deepEqual(
    definitionsIn(linesOf(text), languageOf('a.yaml')).map(({ name, firstLine, line, lastLine }) => [name, firstLine, line, lastLine]),
    [
      ['tide-table', 0, 5, 7],
      ['system:reader.v1', 9, 11, 12],
      ['apiVersion', 14, 14, 14],
      ['kind', 15, 15, 15],
      ['metadata', 16, 16, 18],
      ['kind', 19, 19, 19],
      ['metadata', 20, 20, 21],
    ],
  );
  checkNames('a.yaml', [
    '---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: tide\n---\n--- → tide',
    'apiVersion: v1\nkind: Pod\nmetadata: { labels: { name: no }, name: "tide" }\nspec: {} → tide',
    'kind: List\napiVersion: v1\nmetadata: {}\nitems:\n- kind: Role\n  metadata:\n    name: ebb\n  apiVersion: v1\n- kind: Pod\n  apiVersion: v1\n  metadata: {name: flood} → ebb, flood',
    'kind: List\napiVersion: v1\nitems:\n  - apiVersion: v1\n    kind: Secret\n    metadata:\n      name: ebb\n    data:\n      name: no\n  - name: no\nend: 1 → ebb',
    'kind: List\nitems:\n  - name: no\n → kind, items',
  ]);
});

test('definitions of a.tpl, in whatever text they are', () => {
  const text = [
    '{{/* The "full" name. */}}',
    '{{- define "yard.fullname" -}}',
    '{{- if .Values.name }}',
    '{{ .Values.name | default `define "none"` }}',
    "{{- else }}don't{{ end }}",
    '{{- end }}',
    '<p>define "nothing"</p>',
    '{{ block "yard.labels" . }}x{{ end }}{{define `unread',
    '',
  ].join('\n');
  for (const path of ['a.tpl', 'a.tmpl', 'a.gohtml', 'a.yaml'])
    assert.deepEqual(
      definitionsIn(linesOf(text), languageOf(path)).map(({ name, line, lastLine }) => [name, line, lastLine]),
      [
        ['yard.fullname', 1, 5],
        ['yard.labels', 7, 7],
      ],
      path,
    );
  checkNames('a.yaml', ['outer: {{ define "inner" }}{{ end }} → outer, inner']);
  checkNone('a.tpl', ['{{ include "yard.fullname" . }}', '{{ define name }}', '{{ template "x" }}', '{{ define "open"']);
});

test('definitions of a.toml', () => {
  checkNames('a.toml', [
    '[tool.poetry] → tool.poetry',
    '[[bin]] → bin',
    'edition = 3 → edition',
    '[package.metadata] → package.metadata',
    'version = "1" → version',
  ]);
  checkNone('a.toml', ['  inner = 3']);
});

test('definitions of a.ini', () => {
  checkNames('a.ini', ['[section] → section', 'key=value → key', 'other = x → other', 'path.to = 3 → path.to', 'limit: 3 → limit']);
});

test('definitions of a.json', () => {
  checkNames('a.json', ['  "scripts": { → scripts', '    "files": [ → files', '\t"x": { → x', '  "a-b": { → a-b', '  "deps": { → deps']);
  checkNone('a.json', ['  "name": "x",', '{']);
});

test('definitions carry their ranges, scope and container', () => {
  const text = '@cached\nclass Store:\n\n    def load(self):\n        def inner():\n            pass\n\nlimit = 3\n';
  const found = definitionsIn(linesOf(text), languageOf('a.py'));
  assert.deepEqual(
    found.map(({ name, kind, scope, container, from, to, at }) => [
      name,
      kind,
      scope,
      container,
      text.slice(from, to),
      text.slice(at, at + 3),
    ]),
    [
      ['Store', 'type', 'outermost', undefined, text.slice(0, text.indexOf('\n\nlimit')), 'Sto'],
      ['load', 'function', 'member', 'Store', 'def load(self):\n        def inner():\n            pass', 'loa'],
      ['inner', 'function', 'local', 'load', 'def inner():\n            pass', 'inn'],
      ['limit', 'value', 'outermost', undefined, 'limit = 3', 'lim'],
    ],
  );
  assert.deepEqual(
    found.map(({ firstLine, line, lastLine, indent }) => [firstLine, line, lastLine, indent]),
    [
      [0, 1, 5, 0],
      [3, 3, 5, 4],
      [4, 4, 5, 8],
      [7, 7, 7, 0],
    ],
  );
});

test('a bracket, string or branch that is never closed costs one declaration', () => {
  const names = (path: string, text: string): readonly string[] => definitionsIn(linesOf(text), languageOf(path)).map(({ name }) => name);
  assert.deepEqual(names('a.ts', 'function a() {\n  if (x {\n    y(;\n}\nfunction b() {}\nclass C {\n  d() {\n\nfunction e() {}\n'), [
    'a',
    'b',
    'C',
    'd',
    'e',
  ]);
  assert.deepEqual(names('a.c', '#if A\nint a(int x) {\n#else\nint a(void) {\n#endif\n  return 0;\n}\nint b(void) { return 1; }\n'), [
    'a',
    'a',
    'b',
  ]);
  assert.deepEqual(names('a.c', "char q = '\"';\nint a(void) { return '{'; }\nchar *s = \"x;\nint b(void) {}\n"), ['q', 'a', 's', 'b']);
  assert.deepEqual(names('a.go', "func a() { x := `{`; y('{') }\r\nfunc b() {\r\n\tif x {\r\n}\r\nfunc c() {}\r\n"), ['a', 'b', 'c']);
});

test('extensions of a type that is defined elsewhere are marked', () => {
  const kinds = (path: string, text: string): readonly string[] => definitionsIn(linesOf(text), languageOf(path)).map(({ kind }) => kind);
  const rust = 'pub struct Store;\nimpl<T> Store<T> {\n}\nimpl fmt::Display for Store {\n}\n';
  assert.deepEqual(kinds('a.rs', rust), ['type', 'extension', 'implementation']);
  assert.deepEqual(kinds('a.swift', 'struct Store {\n}\npublic extension Store {\n}\n'), ['type', 'extension']);
});

test('a line too long to be a declaration is skipped', () => {
  checkNone('a.ts', [`function ${'x'.repeat(400)}() {`]);
});

test('what further languages declare', () => {
  const names = (path: string, text: string): readonly string[] => definitionsIn(linesOf(text), languageOf(path)).map(({ name }) => name);
  assert.deepEqual(names('tide.m', 'function [h, t] = tide(p)\nh = 1;\nend\nfunction ebb(p)\nend\n'), ['tide', 'ebb']);
  assert.deepEqual(names('tide.m', 'classdef Moon < handle\n  methods\n    function rise(obj), end\n  end\nend\n'), ['Moon', 'rise']);
  assert.deepEqual(names('Dockerfile', 'FROM a AS tide\nENV EBB=1 FLOW=2\nRUN <<EOF\nmoon() { echo; }\nEOF\n'), ['tide', 'EBB', 'FLOW']);
  assert.deepEqual(
    names(
      'a.cbl',
      '       PROGRAM-ID. TIDE.\n       01  EBB-REC.\n           05 X PIC 9.\n       PROCEDURE DIVISION.\n       0000-MAIN.\n           STOP RUN.\n',
    ),
    ['TIDE', 'EBB-REC', '0000-MAIN'],
  );
  assert.deepEqual(names('a.sv', 'module tide(input a);\n  function int ebb(int x);\n  endfunction\nendmodule\n'), ['tide', 'ebb']);
  assert.deepEqual(names('a.vhd', 'entity tide is\nend tide;\narchitecture ebb of tide is\nbegin\nend ebb;\n'), ['tide', 'ebb']);
  assert.deepEqual(
    names('a.adb', 'package body Tide is\n   procedure Ebb (X : Integer) is\n   begin\n      null;\n   end Ebb;\nend Tide;\n'),
    ['Tide', 'Ebb'],
  );
  assert.deepEqual(names('a.f', 'C     SUBROUTINE NONE\n      SUBROUTINE TIDE(X)\n      END\n      REAL FUNCTION EBB(X)\n      END\n'), [
    'TIDE',
    'EBB',
  ]);
  assert.deepEqual(names('a.prisma', 'model Tide {\n  id Int @id\n}\nenum Ebb {\n  LOW\n}\n'), ['Tide', 'id', 'Ebb', 'LOW']);
  assert.deepEqual(names('a.thrift', 'struct Tide {\n  1: i32 height\n}\nservice Ebb {\n  i32 fall(1: i32 x)\n}\n').slice(0, 1), ['Tide']);
  assert.deepEqual(names('a.bicep', "param tide string\nresource ebb 'x@1' = {\n  name: tide\n}\n"), ['tide', 'ebb']);
  assert.deepEqual(names('a.rego', 'package tide\n\nebb := 1\nallow {\n  true\n}\n'), ['tide', 'ebb', 'allow']);
  assert.deepEqual(names('a.s', 'tide:\n  ret\n.L1:\n  nop\n'), ['tide', '.L1']);
  assert.deepEqual(names('a.vue', '<template><p/></template>\n<script setup>\n  const tide = 1\n  function ebb() {}\n</script>\n'), [
    'tide',
    'ebb',
  ]);
  assert.deepEqual(
    names('a.sql', 'CREATE OR ALTER VIEW [dbo].[Tide] AS SELECT 1;\nCREATE INDEX CONCURRENTLY IF NOT EXISTS ebb ON t (x);\n'),
    ['Tide', 'ebb'],
  );
});

test('definitions in documents: modules of MDX, cells of notebooks', () => {
  checkNames('a.mdx', [
    '---\ntitle: Tides\n---\nexport const ebb = 4\nexport function Gauge({ level }) {\n\n  return <p>{level}</p>\n}\n\n# Head\n\nexported text\n\nconst no = 1\n → ebb, Gauge',
    "import { a } from './a'\nexport const flood = {\n  a: 1,\n\n}\nexport default ({ children }) => <main>{children}</main>\n → flood",
    'export const open = {\n  a: 1,\n\n# Head\n\nexport class Later {}\n → open, Later',
  ]);
  checkNone('a.mdx', ['# Head\n\n```js\n\nexport const no = 1\n```\n', 'text\nexport const no = 1\n', '  export const no = 1\n']);
  checkNames('a.ipynb', [
    '# Head\n\n```python\nlevel = 3\ndef ebb(x):\n    return x\n```\n\nclass No:\n\n```python\nclass Tide: pass\n```\n → ebb, Tide',
  ]);
  checkNone('a.ipynb', ['```r\ndef no(x):\n    1\n```\n', '```\ndef no(x):\n    1\n```\n']);
});

test('every value of an enum of Protobuf is read, and what follows a missing value of Scala', () => {
  checkNames('a.proto', [
    'enum Tide { option allow_alias = true; LOW = 0; HIGH = 1 [deprecated = true]; reserved 2; EBB = 3; } → Tide, LOW, HIGH, EBB',
  ]);
  checkNames('A.java', ['enum Tide { LOW, HIGH; int level = 1; } → Tide, LOW, HIGH, level']);
  checkNames('a.scala', ['val tide: Tide = ???\nopaque type Level = Int → tide, Level']);
});

/** The definitions of a text with their kinds, those in something with its name. */
function described(path: string, text: string): string {
  const found = definitionsIn(linesOf(text), languageOf(path));
  return found.map(({ name, kind, container }) => `${container === undefined ? '' : `${container}.`}${name} ${kind}`).join(', ');
}

test('types, constants and fields of languages whose bodies go on until an end', () => {
  assert.equal(
    described(
      'a.adb',
      'package body Tide is\n   type Level is range 0 .. 9;\n   type Gauge (N : Level) is record\n      Height, Depth : Level;\n   end record;\n   Max : constant Level := 3;\n   package Ints is new Gen (Level);\n   function "+" (A : Gauge) return Gauge;\n   procedure Drain is begin null; end Drain;\n   task type Pump is\n      entry Start;\n   end Pump;\nend Tide;\n',
    ),
    'Tide type, Tide.Level type, Tide.Gauge type, Gauge.Height field, Gauge.Depth field, Tide.Max value, Tide.Ints type, Tide.+ function, Tide.Drain function, Tide.Pump type, Pump.Start function',
  );
  assert.equal(
    described(
      'a.vhd',
      'architecture rtl of gauge is\n  type state is (ebb, flood);\n  type row is record\n    a : bit;\n  end record;\n  shared variable v : row;\n  function "+" (a : row) return row;\nbegin\nend rtl;\n',
    ),
    'rtl type, rtl.state type, rtl.row type, rtl.v value, rtl.+ function',
  );
  assert.equal(
    described(
      'a.sv',
      'package tide;\n  typedef enum logic [1:0] { EBB, FLOOD = 2 } tide_t;\n  typedef logic [7:0] level_t;\n  localparam int MIN = 1, MAX = 2;\n  extern function void later();\n  function [3:0] depth; input x; endfunction\n  task drain; endtask : drain\nendpackage\n',
    ),
    'tide type, tide.EBB enumerator, tide.FLOOD enumerator, tide.tide_t type, tide.level_t type, tide.MIN value, tide.MAX value, tide.later function, tide.depth function, tide.drain function',
  );
  assert.equal(
    described(
      'a.f90',
      'module tide\n  integer, parameter :: low = 1, high = 2\n  type, public :: gauge\n    real :: level(3) = 0, depth\n  contains\n    procedure :: drain\n  end type gauge\n  interface swap\n    module procedure swap_i\n  end interface swap\ncontains\n  subroutine go(n)\n    integer :: n\n  end subroutine\nend module\nsubmodule (tide) later\ncontains\n  module subroutine ebb()\n  end subroutine\nend submodule\nprogram main\n  integer :: i\nend program\n',
    ),
    'tide type, tide.low value, tide.high value, tide.gauge type, gauge.level field, gauge.depth field, gauge.drain function, tide.go function, later type, later.ebb function, main type',
  );
  assert.equal(
    described('Gauge.m', 'classdef (Sealed) Gauge < handle\n  methods\n    function drain(o)\n    end\n  end\nend\n'),
    'Gauge type, Gauge.drain function',
  );
  checkNames('a.cbl', ['       01  TIDE-REC.\n       78  LIMIT VALUE 3. → TIDE-REC, LIMIT']);
});

test('further forms of declarations, of schemas and scripts', () => {
  assert.equal(
    described(
      'a.thrift',
      'typedef i32 Level\nconst list<string> NAMES = ["a"]\nenum Tide {\n  EBB = 1,\n  FLOOD\n}\nstruct Gauge {\n  1: required Level height = 3,\n  2: list<Level> rows\n}\nservice Port extends Base {\n  Level depth(1: Gauge g) throws (1: Dry d),\n  oneway void drain()\n}\n',
    ),
    'Level type, NAMES value, Tide type, Tide.EBB enumerator, Tide.FLOOD enumerator, Gauge type, Gauge.height field, Gauge.rows field, Port type, Port.depth function, Port.drain function',
  );
  checkNames('a.proto', ['export message Gauge { .google.protobuf.Any any = 1; } → Gauge, any']);
  checkNames('a.tf', [
    'locals {\n  level = 1\n  tags = { a = "b" }\n}\nprovider "tide" { region = "x" }\nrun "ebb" { command = plan } → level, tags, tide, ebb',
  ]);
  checkNames('a.rego', ['allow if { input.x } → allow', 'deny contains msg if { msg := "x" } → deny', 'allow if input.admin → allow']);
  checkNames('Makefile', ['LEVEL ::= 3 → LEVEL', 'DEPTH :::= 3 → DEPTH', 'NOW != date → NOW', 'private EBB = 1 → EBB', 'clean:: → clean']);
  checkNames('Dockerfile', ['COPY <<ebb.txt /x/\nENV NO=1\nebb.txt\nONBUILD ARG LATER=1 → LATER']);
});

test('further forms of declarations, of languages with types before names', () => {
  checkNames('A.cs', [
    'record Point(int X, List<int> Y = null); → Point, X, Y',
    '[Flags] enum Tide { Ebb = 1 << 0, Flood } → Tide, Ebb, Flood',
  ]);
  checkNames('A.java', ['record Point(int x, Map<String, Integer> y) {} → Point, x, y']);
  checkNames('a.dart', [
    'class Gauge { var x = 1, y; final z = 3; bool operator ==(Object o) => true; } → Gauge, x, y, z, operator ==',
    'const level = 3; → level',
    'extension type Id(int v) { int get twice => 2; } → Id, twice',
  ]);
  checkNames('a.php', [
    '<?php\nenum Tide: string { case Ebb = "e"; case Flood = "f"; const Low = self::Ebb; } → Tide, Ebb, Flood, Low',
    '<?php\nclass Gauge { const A = 1, B = 2; private ?int $x = f(1, 2), $y; function __construct(private readonly ?int $level, int $no) {} } → Gauge, A, B, x, y, __construct, level',
    '<?php\nswitch ($x) { case NO: break; } function load() {} → load',
  ]);
  checkNames('a.scala', [
    'trait Ord[T]:\n  def compare(x: T): Int\nenum Tide:\n  case Ebb extends Tide(1)\n  case Low, High\n → Ord, compare, Tide, Ebb, Low, High',
  ]);
  checkNames('a.ts', ['let ebb, flood\nlet tide = 1 → ebb, flood, tide']);
});

test('hostile texts are read in linear time in every layout', { timeout: 600_000 }, async () => {
  const units = [
    '(',
    '{',
    'a(',
    'a<',
    '{a:',
    '`${',
    '"',
    '<<A\n',
    'class A {\n',
    'def a\n',
    'const {',
    'end\n',
    'a = (b) => ',
    '漢a',
    '#if\n',
    '=begin\n',
  ];
  const paths = [
    'a.ts',
    'a.c',
    'a.java',
    'a.rs',
    'a.go',
    'a.groovy',
    'a.py',
    'a.rb',
    'a.sh',
    'a.lua',
    'a.f90',
    'a.sql',
    'a.css',
    'a.yml',
    'a.clj',
    'a.vue',
    'a.mdx',
    'a.ipynb',
  ];
  for (const path of paths) {
    for (const unit of units)
      await assertLinear(
        `${path}: ${unit}`,
        50_000,
        (size) => void definitionsIn(linesOf(unit.repeat(size / unit.length)), languageOf(path)),
      );
  }
});

test('constructors and fields of data types', () => {
  checkNames('A.hs', [
    'data Status = Loading | Ready\n  deriving (Eq) → Status, Loading, Ready',
    'data Model f = Model\n  { _size, _limit :: f Int\n  , _name :: String\n  }\n  | Empty\nload :: Int → Model, Model, _size, _limit, _name, Empty, load',
    'class Eq a => Store a where\n  load :: a -> Int → Store, load',
    'data Shape a where\n  Circle :: Int -> Shape Int → Shape, Circle',
  ]);
  checkNames('a.ml', [
    'type color =\n  | Red\n  | Green of string * int\nlet f x = x → color, Red, Green, f',
    'type size = { mutable x : int; y : string list } → size, x, y',
  ]);
  checkNames('A.elm', [
    'type Msg = Click Int | Reset → Msg, Click, Reset',
    'type alias Model =\n  { count : Int\n  , name : String\n  } → Model, count, name',
  ]);
});

test('types and methods of Objective-C, and pointers to functions', () => {
  checkNames('a.m', [
    '@interface Store : NSObject\n@end\n\n@implementation Store\n- (void)load:(int)x\n{\n}\n@end\n@interface Other : NSObject\n@end → Store, Store, load, Other',
  ]);
  checkNames('a.c', [
    'typedef void (CALL *load_fn)(int x); → load_fn',
    'typedef int (*load_fn)(int); → load_fn',
    'static int (*hook)(int) = 0; → hook',
  ]);
  checkNames('A.cs', ['class A {\n  void ICollection<Pair<int, string>>.Add(int x) {}\n} → A, Add']);
});

// A string that ends too early or too late would hide what follows it.
for (const [path, text] of [
  ['a.rs', 'fn a() { f(r"\\"); }\nfn b() { f(r##"x"# { "##); }\nfn c<\'a>(x: &\'a str) -> char { \'"\' }\n'],
  ['a.cpp', 'int a() { f(R"(x " })"); }\nint b() { f(R"sql(" { )" )sql"); }\nint c() { return R(1); }\n'],
  ['a.php', "<?php\nfunction a() {\n  f(<<<'SQL'\n    it's {\n    SQL);\n}\nfunction b() { return <<<X\n{\nX; }\nfunction c() {}\n"],
  [
    'a.sh',
    "a() {\n  cat <<<'it is' && echo it\\'s {\n}\nb() {\n  x=\"$(cut -d \"'\" -f 1)\"; tr '\\' /\n}\nc() {\n  cat <<-X | wc\n  it's {\n  X\n}\n",
  ],
] as const)
  test(`definitions after the strings of ${path}`, () => checkNames(path, [`${text} → a, b, c`]));

test('a definition whose header ends with a bracket on a line of its own goes on to its last line', () => {
  const found = definitionsIn(
    linesOf('class A:\n    def get(\n        self,\n    ) -> int:\n        return 1\n\n    size = 2\n'),
    languageOf('a.py'),
  );
  assert.deepEqual(
    found.map(({ name, line, lastLine }) => `${name} ${line}-${lastLine}`),
    ['A 0-6', 'get 1-4', 'size 6-6'],
  );
});

test('definitions of a.cls', () => {
  checkNames('a.cls', [
    'public with sharing class Harbour extends Base implements Port { → Harbour',
    'global class Pier { WebService static Integer depth(Id pier) { return 1; } } → Pier, depth',
    'Public Virtual Class Quay { public Quay() {} Public Override String moor(List<Ship> ships) {} } → Quay, Quay, moor',
    'public enum Tide { EBB, FLOOD } → Tide, EBB, FLOOD',
  ]);
  const visualBasic = 'VERSION 1.0 CLASS\nPublic Sub Moor()\nEnd Sub\n';
  assert.deepEqual(
    definitionsIn(linesOf(visualBasic), languageOf('a.cls')).map(({ name }) => name),
    ['Moor'],
  );
  checkNames('a.trigger', ['trigger Arrivals on Ship__c (before insert, after update) { Log.add(Trigger.new); } → Arrivals']);
});
