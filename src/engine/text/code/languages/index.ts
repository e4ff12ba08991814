/** The rows of all languages of code. */

import type { Row } from '../syntax.ts';
import { gleam } from './braces/gleam.ts';
import { go } from './braces/go.ts';
import { perl } from './braces/perl.ts';
import { php } from './braces/php.ts';
import { powershell } from './braces/powershell.ts';
import { rust } from './braces/rust.ts';
import { solidity } from './braces/solidity.ts';
import { component, javascript, typescript } from './braces/typescript.ts';
import { v } from './braces/v.ts';
import { zig } from './braces/zig.ts';
import { config, css, json, lisp, sql } from './data/data.ts';
import { html } from './data/html.ts';
import { ada } from './ends/ada.ts';
import { assembly } from './ends/assembly.ts';
import { basic } from './ends/basic.ts';
import { cobol } from './ends/cobol.ts';
import { fixedFortran, fortran } from './ends/fortran.ts';
import { matlab } from './ends/matlab.ts';
import { verilog } from './ends/verilog.ts';
import { vhdl } from './ends/vhdl.ts';
import { coffeescript } from './indents/coffeescript.ts';
import { elixir } from './indents/elixir.ts';
import { erlang } from './indents/erlang.ts';
import { gdscript } from './indents/gdscript.ts';
import { elm, haskell } from './indents/haskell.ts';
import { lua } from './indents/lua.ts';
import { fsharp, ocaml } from './indents/ocaml.ts';
import { pascal } from './indents/pascal.ts';
import { python } from './indents/python.ts';
import { julia, nim, r } from './indents/r.ts';
import { ruby } from './indents/ruby.ts';
import { bicep } from './schemas/bicep.ts';
import { graphql } from './schemas/graphql.ts';
import { hcl } from './schemas/hcl.ts';
import { prisma } from './schemas/prisma.ts';
import { protobuf } from './schemas/protobuf.ts';
import { thrift } from './schemas/thrift.ts';
import { bat } from './scripts/bat.ts';
import { cmake, dockerfile, justfile, makefile, meson } from './scripts/makefile.ts';
import { nix } from './scripts/nix.ts';
import { rego } from './scripts/rego.ts';
import { shell } from './scripts/shell.ts';
import { tcl } from './scripts/tcl.ts';
import { vim } from './scripts/vim.ts';
import { apex } from './typed/apex.ts';
import { c, objectiveC } from './typed/c.ts';
import { csharp } from './typed/csharp.ts';
import { dart } from './typed/dart.ts';
import { groovy, java } from './typed/java.ts';
import { kotlin } from './typed/kotlin.ts';
import { scala } from './typed/scala.ts';
import { swift } from './typed/swift.ts';

export const rows: readonly Row[] = [
  ...[
    typescript,
    javascript,
    component,
    go,
    rust,
    java,
    groovy,
    apex,
    csharp,
    dart,
    kotlin,
    swift,
    scala,
    c,
    objectiveC,
    php,
    perl,
    powershell,
  ],
  ...[protobuf, graphql, hcl, prisma, thrift, bicep, zig, v, gleam, solidity],
  ...[python, ruby, lua, elixir, erlang, shell, haskell, elm, ocaml, fsharp, r, julia, nim, pascal, nix, coffeescript, vim, gdscript, tcl],
  ...[bat, makefile, justfile, cmake, meson, dockerfile, rego],
  ...[basic, fortran, fixedFortran, ada, verilog, vhdl, matlab, cobol, assembly],
  ...[sql, css, config, json, lisp, html],
];
