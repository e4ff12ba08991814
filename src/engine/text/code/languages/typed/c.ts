import type { Row } from '../../syntax.ts';
import { matlab } from '../ends/matlab.ts';
import { cBlock } from '../marks.ts';

const family = {
  layout: 'braces',
  modifiers: `typedef static extern inline constexpr consteval constinit virtual explicit friend mutable volatile register thread_local public
    private protected export`,
  imports: { form: 'include', words: 'include import' },
  bases: { marks: ':', headers: 'interface protocol' },
  statements: `if else for while do switch case return goto break continue default try catch throw new delete sizeof typeid asm
    static_assert co_return co_await co_yield`,
  finals: 'final',
  typed: true,
  declarators: true,
  macros: true,
} as const;

export const c: Row = {
  id: 'c',
  names: '.c .h .cc .cpp .cxx .hh .hpp .hxx .ipp .inl .cu .cuh .ino .glsl .frag .vert .hlsl .metal',
  others: 'cpp cuda-cpp arduino',
  ...family,
  declares: { type: 'class struct union', enum: 'enum', namespace: 'namespace', alias: 'using concept' },
  comments: { line: ['//'], block: cBlock, quotes: '"\'', characters: "'", namedRaw: 'R"', directives: true },
};

export const objectiveC: Row = {
  id: 'c',
  name: 'objective-c',
  names: '.m .mm',
  others: 'objective-cpp',
  ...family,
  messages: true,
  otherwise: { words: 'function classdef', syntax: matlab, comments: matlab.comments },
  declares: { type: 'class struct union', enum: 'enum', namespace: 'namespace' },
  comments: { line: ['//'], block: cBlock, quotes: '"\'', characters: "'", directives: true },
};
