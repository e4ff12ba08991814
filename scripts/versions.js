// node scripts/run.js scripts/versions.js: writes the versions of stored forms, `src/engine/version.ts`.
import fs from 'node:fs';
import path from 'node:path';
import { versionModule } from './versions/versions.js';

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'src/engine/version.ts');
const text = await versionModule(root);
const isSame = fs.readFileSync(file, 'utf8') === text;
if (!isSame) fs.writeFileSync(file, text);
console.log(isSame ? 'All versions are up to date.' : 'Written: indexes of other versions are rebuilt when they are opened.');
