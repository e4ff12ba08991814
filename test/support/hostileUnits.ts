/** Units that slow down careless regular expressions when repeated: single characters, unclosed constructs. */
export const hostileUnits: readonly string[] = [
  ...['a', 'A ', '(', '[', '[[', '](', '<', '"', '"""', '\\"', "'", '`', '``a', '```', '~', '#', '# ', '*', '=', '_', '{', ':', '-', '|'],
  ...[' ', '\t', '\n', '\r', '\r\n', '\n ', '   \n', '--\n', '\u2028', '\\', '.', '. ', '. A', '.\n', 'a.', 'a/', '(a', 'a b ', "a'b"],
  ...['\n1.', '| ', '![', '[a][b] ', ':a:`', '// ```\n', 'a::\n\n  b\n', '<!--', '<!-- ', '<http://', '<a>', '</a ', '/*', '*/'],
  ...['漢', '漢a', '漢。', '🙂', '\ud800', '\u0301'],
  ...['@a ', 'pub(', 'a::', 'public ', 'class ', 'let a:', 'impl<', 'create ', 'x => ', 'def kettle(\n', 'import {\n'],
  ...['A of ', 'Mr. ', 'e.g.', 'since a ', 'the main ', 'for aa and ', 'so '],
];
