/** Queries, styles, settings, lists and markup. */

import type { CodeLanguage, Row } from '../syntax.ts';
import { ecma } from './braces.ts';
import { cBlock, hashed, markup, scriptComments } from './marks.ts';

/** What is between `{{` and `}}` in other texts: Helm and other templates of Go. */
export const goTemplate: CodeLanguage = {
  syntax: {
    layout: 'templates',
    declares: { function: 'define block' },
    statements: 'if range with',
    ends: 'end',
  },
  comments: { line: [], block: cBlock, quotes: '"', raw: [['`', '`']] },
};

export const data: readonly Row[] = [
  {
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
  },
  {
    id: 'css',
    names: '.css .scss .sass .less .styl .pcss',
    others: 'stylus postcss',
    layout: 'styles',
    nameMarks: '-',
    nameStarts: '-',
    declares: { function: 'mixin function', value: 'keyframes layer' },
    comments: { line: ['//'], block: cBlock, quotes: '"\'' },
  },
  {
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
  },
  {
    id: 'json',
    names: '.json .jsonc .json5',
    layout: 'settings',
    quotedKeys: true,
    declares: {},
    comments: { line: ['//'], block: cBlock, quotes: '"' },
  },
  {
    id: 'lisp',
    names: '.clj .cljs .cljc .lisp .el .scm .rkt',
    others: 'clojure scheme racket commonlisp',
    layout: 'lists',
    nameMarks: '-+*/<>=!?.:&%',
    nameStarts: '-+*/<>=!?&%',
    declares: { module: 'ns', type: 'defrecord deftype defprotocol defstruct defclass', function: 'define' },
    statements: 'default defaults deferred',
    comments: { line: [';'], block: [['#|', '|#']], quotes: '"', multiline: '"' },
  },
  {
    id: 'html',
    names: `.html .htm .xml .xhtml .xsl .hbs .ejs .j2 .jinja .jinja2 .twig .pug .haml .slim .liquid .mustache .njk .ftl .jsp .cshtml .razor .phtml .tmpl .tpl
    .xaml .csproj .vbproj .fsproj .props .targets .plist .wsdl .xsd .gotmpl .gohtml`,
    others: 'handlebars jade blade erb django-html',
    ...ecma,
    scripts: { places: 'elements', comments: scriptComments },
    templates: goTemplate,
    comments: markup,
  },
];
