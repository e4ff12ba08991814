import type { Row, Syntax } from '../../syntax.ts';

export const python: Row = {
  id: 'python',
  names: '.py .pyi .pyx .pxd .bzl build.bazel tiltfile sconstruct wscript',
  others: 'cython starlark bazel',
  layout: 'indent',
  declares: { type: 'class', alias: 'type', function: 'def cdef cpdef' },
  modifiers: 'async',
  imports: { form: 'python', words: 'import from cimport' },
  bases: { marks: '(' },
  statements: `if elif else for while try except finally with return raise import from pass break continue del global nonlocal assert yield
    lambda await not and or in is print match case`,
  joins: 'else elif except finally',
  fields: 'colon',
  assigns: 'fields',
  comments: {
    line: ['#'],
    block: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
    quotes: '"\'',
    holes: { open: '{', prefix: 'fFtT' },
  },
};

const { assigns: _, ...declaring } = python;

/** The code of notebooks, which are documents: their cells assign what is no name of a program. */
export const notebookCells: Syntax = { ...declaring, scripts: { places: 'cells', language: 'python', comments: python.comments } };
