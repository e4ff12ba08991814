import type { Row } from '../../syntax.ts';

export const ada: Row = {
  id: 'ada',
  names: '.adb .ads .ada',
  layout: 'ends',
  ignoresCase: true,
  ends: 'end',
  forward: 'is',
  bodiless: 'new null abstract separate renames',
  finals: 'record',
  labels: { ':': 'value' },
  declares: { module: 'package', function: 'procedure function entry', type: 'task protected', alias: 'type subtype' },
  modifiers: 'body overriding not private',
  statements: 'if then else elsif for while loop case when return begin exit goto raise with use declare pragma',
  comments: { line: ['--'], block: [], quotes: '"\'', characters: "'", doubled: true },
};
