// How long each test file took in its last run here; unknown in a fresh clone.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { root } from './pinnedNode.js';

const file = path.join(root, 'test/.artifacts/durations.json');

/** Milliseconds by path, relative to the project. @returns {Record<string, number>} */
export function durations() {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Replaces the known durations of these files. @param {Record<string, number>} taken */
export function keepDurations(taken) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ ...durations(), ...taken }, null, 1));
}
