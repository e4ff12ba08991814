// Prints figures on the structure of the source: `npm run house`, with `--names` the names that have a standard term.

import { forbiddenImports, houseFigures, oldNames } from './house/figures.js';
import { circles, readSources } from './house/sources.js';
import { root } from './lib/pinnedNode.js';

const sources = readSources(root, 'src');
for (const [what, figure] of houseFigures(sources)) console.log(`${String(figure).padStart(7)}  ${what}`);
for (const circle of circles(sources)) console.log(`circle: ${circle.join(', ')}`);
for (const arrow of forbiddenImports(sources)) console.log(`not allowed: ${arrow}`);
if (process.argv.includes('--names')) for (const name of oldNames(sources)) console.log(`name: ${name}`);
