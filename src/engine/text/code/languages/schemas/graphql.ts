import type { Row } from '../../syntax.ts';

export const graphql: Row = {
  id: 'graphql',
  names: '.graphql .graphqls .gql',
  layout: 'braces',
  lines: true,
  declares: {
    type: 'type input interface',
    enum: 'enum',
    alias: 'union scalar directive',
    function: 'query mutation subscription fragment',
  },
  modifiers: 'extend',
  statements: 'schema on',
  continues: 'implements on',
  fields: 'colon',
  comments: { line: ['#'], block: [['"""', '"""']], quotes: '"' },
};
