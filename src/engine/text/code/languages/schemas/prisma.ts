import type { Row } from '../../syntax.ts';

export const prisma: Row = {
  id: 'prisma',
  names: '.prisma',
  layout: 'braces',
  lines: true,
  declares: { type: 'model view type', enum: 'enum', value: 'datasource generator' },
  fields: 'name',
  comments: { line: ['//'], block: [], quotes: '"' },
};
