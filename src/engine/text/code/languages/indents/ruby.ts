import type { Row } from '../../syntax.ts';

export const ruby: Row = {
  id: 'ruby',
  names: '.rb .rake .gemspec .cr rakefile gemfile brewfile vagrantfile podfile fastfile guardfile capfile',
  others: 'crystal',
  layout: 'indent',
  ends: 'end',
  joins: 'else elsif when in rescue ensure then do begin',
  declares: { type: 'class struct lib', module: 'module', function: 'def macro fun', value: 'const' },
  calls: { function: 'define_method task alias_method define_singleton_method', value: 'attr_reader attr_accessor attr_writer' },
  modifiers: 'private protected public private_class_method module_function abstract',
  imports: { form: 'call', words: 'require require_relative' },
  bases: { marks: '<', mixins: 'include extend prepend' },
  statements: `if unless case while until for begin return raise yield require require_relative include extend prepend puts print and or not
    super self nil true false alias undef`,
  nameEnds: '?!=',
  assigns: 'capitalized',
  comments: { line: ['#'], block: [['=begin', '=end']], quotes: '"\'', heredocs: 'marked', holes: { open: '#{' }, patterns: true },
};
