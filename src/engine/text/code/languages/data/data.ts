import type { Row } from '../../syntax.ts';
import { cBlock, hashed } from '../marks.ts';
import { goTemplate } from './goTemplate.ts';

export const sql: Row = {
  id: 'sql',
  names: '.sql .ddl .pls .plsql .psql',
  layout: 'sql',
  ignoresCase: true,
  declares: {
    type: `table view procedure proc function index trigger type policy extension sequence schema role user database package domain
      aggregate rule server event synonym login collation assembly statistics publication subscription`,
  },
  modifiers: 'body concurrently if not exists nonclustered clustered',
  comments: { line: ['--'], block: cBlock, quotes: '"\'', doubled: true, raw: [['`', '`']] },
};

export const css: Row = {
  id: 'css',
  names: '.css .scss .sass .less .styl .pcss',
  others: 'stylus postcss',
  layout: 'styles',
  nameMarks: '-',
  nameStarts: '-',
  declares: { function: 'mixin function', value: 'keyframes layer' },
  comments: { line: ['//'], block: cBlock, quotes: '"\'' },
};

export const config: Row = {
  id: 'config',
  names: `.yaml .yml .toml .ini .cfg .conf .cnf .config .properties .service .desktop pipfile procfile codeowners
    .editorconfig .gitconfig .gitignore .gitattributes .gitmodules .dockerignore .npmignore .eslintignore .prettierignore .npmrc .coveragerc`,
  others: 'ignore dotenv dockercompose',
  layout: 'settings',
  nameMarks: '-',
  declares: {},
  // Kubernetes.
  resources: { keys: 'apiVersion kind', below: 'metadata', name: 'name', list: 'items' },
  templates: goTemplate,
  comments: { ...hashed, line: ['#', ';'] },
};

export const json: Row = {
  id: 'json',
  names: '.json .jsonc .json5',
  layout: 'settings',
  quotedKeys: true,
  declares: {},
  comments: { line: ['//'], block: cBlock, quotes: '"' },
};

export const lisp: Row = {
  id: 'lisp',
  names: '.clj .cljs .cljc .lisp .el .scm .rkt',
  others: 'clojure scheme racket commonlisp',
  layout: 'lists',
  nameMarks: '-+*/<>=!?.:&%',
  nameStarts: '-+*/<>=!?&%',
  declares: { module: 'ns', type: 'defrecord deftype defprotocol defstruct defclass', function: 'define' },
  statements: 'default defaults deferred',
  comments: { line: [';'], block: [['#|', '|#']], quotes: '"', multiline: '"' },
};
