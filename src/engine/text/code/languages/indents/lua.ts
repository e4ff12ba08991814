import type { Row } from '../../syntax.ts';

export const lua: Row = {
  id: 'lua',
  names: '.lua',
  layout: 'indent',
  ends: 'end',
  joins: 'else elseif until',
  declares: { function: 'function' },
  modifiers: 'local',
  imports: { form: 'call', words: 'require' },
  statements: 'if for while repeat return do break goto and or not then in',
  pathMarks: ':',
  assigns: 'functions',
  comments: {
    line: ['--'],
    block: [
      ['--[[', ']]'],
      ['--[=[', ']=]'],
    ],
    quotes: '"\'',
    raw: [
      ['[[', ']]'],
      ['[=[', ']=]'],
    ],
  },
};
