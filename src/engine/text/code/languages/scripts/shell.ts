import type { Row } from '../../syntax.ts';

export const shell: Row = {
  id: 'shellscript',
  names: '.sh .bash .zsh .fish .bats .bashrc .bash_profile .profile .zshrc .zprofile .zshenv gradlew mvnw pkgbuild',
  others: 'dash ksh',
  layout: 'indent',
  ends: 'end fi done esac',
  joins: 'else elif then do in',
  declares: { function: 'function' },
  modifiers: 'export readonly local',
  statements: 'if for while until case select return exit echo printf source set unset eval exec test shift trap cd time',
  nameMarks: '-:',
  labels: { '()': 'function' },
  calls: { value: 'alias' },
  assigns: 'outermost',
  assignMarks: '= +=',
  comments: { line: ['#'], block: [], quotes: '"\'', multiline: '"\'', literal: "'", heredocs: 'any' },
};
