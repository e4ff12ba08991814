import type { Row } from '../../syntax.ts';
import { ecma } from '../braces/typescript.ts';
import { markup, scriptComments } from '../marks.ts';
import { goTemplate } from './goTemplate.ts';

export const html: Row = {
  id: 'html',
  names: `.html .htm .xml .xhtml .xsl .hbs .ejs .j2 .jinja .jinja2 .twig .pug .haml .slim .liquid .mustache .njk .ftl .jsp .cshtml .razor .phtml .tmpl .tpl
    .xaml .csproj .vbproj .fsproj .props .targets .plist .wsdl .xsd .gotmpl .gohtml`,
  others: 'handlebars jade blade erb django-html',
  ...ecma,
  scripts: { places: 'elements', comments: scriptComments },
  templates: goTemplate,
  comments: markup,
};
