// Prints figures on the structure of the source: `npm run house`. Options: see `options`.

import { capabilitySizes } from './house/capabilities.js';
import { forbiddenImports, houseFigures, oldNames } from './house/figures.js';
import { ofFunctions, repeatedFileNames } from './house/names.js';
import { rulesByFile } from './house/rules.js';
import { circles, readSources } from './house/sources.js';
import { ways } from './house/ways.js';
import { root } from './lib/pinnedNode.js';

const options = {
  '--names': 'the names that have a standard term, and the functions whose names end in Of',
  '--rules': 'the files with the most patterns and conditions that look for a text, and the constants that nothing explains',
  '--ways': 'the number of files that five commands load, and of those in which a function runs; --ways=NAMES lists the latter',
};

const given = process.argv.slice(2);
const unknown = given.find((option) => !(option in options) && option !== '--ways=NAMES');
const column = (/** @type {string | number} */ text, width = 7) => String(text).padStart(width);

if (unknown !== undefined) {
  console.error(`Unknown option ${unknown}. There are:`);
  for (const [option, what] of Object.entries(options)) console.error(`  ${option}  ${what}`);
  process.exitCode = 2;
} else if (given.some((option) => option.startsWith('--ways'))) printWays();
else printFigures();

function printWays() {
  console.log(' loaded   files in which a function ran');
  for (const { name, loaded, ran } of ways(root)) {
    console.log(`${column(loaded.length)}${column(ran.length)}  ${name}`);
    if (given.includes('--ways=NAMES')) for (const file of ran) console.log(`${column('')}${column('')}    ${file}`);
  }
}

function printFigures() {
  const sources = readSources(root, 'src');
  for (const [what, figure] of houseFigures(sources)) console.log(`${column(figure)}  ${what}`);
  for (const circle of circles(sources)) console.log(`circle: ${circle.join(', ')}`);
  for (const arrow of forbiddenImports(sources)) console.log(`not allowed: ${arrow}`);
  for (const [name, number] of repeatedFileNames(sources)) console.log(`${column(number)}  files are called ${name}`);
  console.log(`${column(ofFunctions(sources).length)}  functions whose names end in Of`);
  if (given.includes('--names')) {
    for (const name of oldNames(sources)) console.log(`name: ${name}`);
    for (const name of ofFunctions(sources)) console.log(`of: ${name}`);
  }
  if (given.includes('--rules')) {
    const rules = [...rulesByFile(sources)].sort(([, a], [, b]) => b.patterns + b.tests - a.patterns - a.tests);
    for (const [file, { patterns, tests }] of rules.slice(0, 40)) console.log(`rules: ${column(patterns, 4)}${column(tests, 4)}  ${file}`);
    for (const constant of rules.flatMap(([, { unexplained }]) => unexplained)) console.log(`unexplained: ${constant}`);
  }
  console.log(`\n${column('lines')}${column('budget')}${column('files')}${column('median')}${column('rules')}${column('largest', 8)}`);
  const sizes = capabilitySizes(sources);
  for (const { name, lines, budget, files, median, rules, largest } of sizes) {
    const figures = [lines, budget, files, median, rules].map((figure) => column(figure)).join('');
    console.log(`${figures}${column(largest?.lines ?? 0, 8)}  ${name} (${largest?.file ?? 'no file'})`);
  }
  const total = (/** @type {'lines' | 'budget' | 'files' | 'rules'} */ figure) => sizes.reduce((sum, one) => sum + one[figure], 0);
  console.log(
    `${column(total('lines'))}${column(total('budget'))}${column(total('files'))}${column('')}${column(total('rules'))}${column('')}   all`,
  );
}
