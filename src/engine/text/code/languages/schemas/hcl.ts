import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const hcl: Row = {
  id: 'hcl',
  names: '.tf .tfvars .hcl',
  others: 'terraform',
  layout: 'braces',
  lines: true,
  declares: { value: 'resource data variable output module provider check ephemeral run action list mock_provider' },
  groups: 'locals',
  namesInStrings: true,
  assigns: 'outermost',
  comments: { line: ['#', '//'], block: cBlock, quotes: '"', heredocs: 'any', holes: { open: '${' } },
};
