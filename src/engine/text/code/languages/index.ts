/** The rows of all languages of code. */

import type { Row } from '../syntax.ts';
import { braces } from './braces.ts';
import { data } from './data.ts';
import { ends } from './ends.ts';
import { indents } from './indents.ts';
import { schemas } from './schemas.ts';
import { scripts } from './scripts.ts';
import { typed } from './typed.ts';

export const rows: readonly Row[] = [...braces, ...typed, ...schemas, ...indents, ...scripts, ...ends, ...data];
