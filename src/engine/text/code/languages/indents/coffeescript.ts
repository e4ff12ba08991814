import type { Row } from '../../syntax.ts';

export const coffeescript: Row = {
  id: 'coffeescript',
  names: '.coffee',
  layout: 'indent',
  declares: { type: 'class' },
  statements: 'if unless else then for while until switch when return throw try catch finally new delete in of and or not is isnt do',
  assigns: 'functions',
  functionMarks: '->',
  comments: { line: ['#'], block: [['###', '###']], quotes: '"\'', holes: { open: '#{' } },
};
