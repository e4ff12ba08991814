import type { Row } from '../../syntax.ts';
import { hashed } from '../marks.ts';

export const makefile: Row = {
  id: 'makefile',
  names: '.mk makefile makefile.am gnumakefile',
  layout: 'indent',
  nameMarks: '-.',
  declares: { value: 'define' },
  modifiers: 'export override private',
  statements: 'ifeq ifneq ifdef ifndef else endif include endef',
  labels: { ':': 'function' },
  assigns: 'outermost',
  assignMarks: '= := ::= :::= ?= += !=',
  comments: { ...hashed, quotes: '' },
};

export const justfile: Row = {
  id: 'makefile',
  name: 'just',
  names: 'justfile .justfile .just',
  layout: 'indent',
  nameMarks: '-',
  declares: {},
  modifiers: 'export alias',
  statements: 'set import mod if else',
  labels: { ':': 'function' },
  parametersBeforeLabel: true,
  assigns: 'outermost',
  assignMarks: ':=',
  comments: { ...hashed, quotes: '"\'' },
};

export const cmake: Row = {
  id: 'makefile',
  name: 'cmake',
  names: '.cmake cmakelists.txt',
  layout: 'indent',
  ignoresCase: true,
  nameMarks: '-.',
  ends: 'endfunction endmacro endif endforeach endwhile',
  joins: 'else elseif',
  declares: {},
  calls: { function: 'function macro add_executable add_library add_custom_target', value: 'project option set' },
  comments: { ...hashed, quotes: '"' },
};

export const meson: Row = {
  id: 'makefile',
  name: 'meson',
  names: 'meson.build',
  layout: 'indent',
  declares: {},
  calls: { value: 'project' },
  statements: 'if elif else endif foreach endforeach',
  assigns: 'outermost',
  comments: { ...hashed, quotes: "'" },
};

export const dockerfile: Row = {
  id: 'makefile',
  name: 'dockerfile',
  names: '.dockerfile dockerfile containerfile',
  layout: 'indent',
  ignoresCase: true,
  nameMarks: '-',
  declares: { value: 'arg env' },
  modifiers: 'onbuild',
  statements: 'run copy add cmd entrypoint expose workdir user volume label shell stopsignal healthcheck',
  named: ['from', 'as'],
  comments: { ...hashed, quotes: '"', heredocs: 'any' },
};
