// Documents whose sections are dated or versioned entries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainList, isRecordText } from '../../../src/engine/answer/records.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

const isRecord = (text: string, path = 'notes.md'): boolean => isRecordText(text, languageOf(path));

test('entries with versions or dates make a record, in headings or, without headings, in lines that begin with a word', () => {
  assert.equal(isRecord('# Log\n\n## [1.2.0] - 2024-01-02\n\nx\n\n## 1.1.0\n\n## v1.0.9\n'), true);
  assert.equal(isRecord('# Minutes\n\n## 2024-01-02\n\n## 2024-02-03\n\n## 12 March 2024\n'), true);
  assert.equal(isRecord('Kettle 1.2.0\n  - boils\n\nKettle 1.1.0\n  - warms\n\nKettle 1.0.0\n  - is\n', 'NEWS.txt'), true);
});

test('a text that only mentions versions or dates is none', () => {
  assert.equal(isRecord('# Kettle\n\n## Install\n\nNeeds 1.2.0.\n\n## Upgrade to 2.0.0\n\n## Use\n\n## Descale\n'), false);
  assert.equal(isRecord('# Kettle\n\nSince 2024-01-02 it boils.\n'), false);
  assert.equal(isRecord('Kettle 1.2.0 boils.\n', 'README.txt'), false);
  const settings = '# Address, such as\n# 10.0.0.1\n# 10.0.0.2\n# 10.0.0.3\n# BOIL_ADDRESS=\n\n# BOIL_LIMIT=10\n';
  assert.equal(isRecord(settings, 'kettle.env.example'), false);
  assert.equal(isRecord(`boil\nwarm\nkeep\npour\n${'fill 1.2.0\n'.repeat(3)}`, 'kettle.txt'), false);
});

test('numbered sections below those of other kinds make none', () => {
  const steps = '#### 6. Contain\n\n##### 6.1 Short-term\n\n##### 6.2 Long-term\n\n##### 6.3 Clone\n';
  assert.equal(isRecord(`# Incidents\n\n## Priority\n\n## Workflow\n\n#### 4. Form a team\n\n#### 5. Investigate\n\n${steps}`), false);
});

test('a hundred lines of a few words make a list, sentences do not', () => {
  const ports = (count: number): string => Array.from({ length: count }, (_, i) => `kettle-${i}\t${i}/tcp\n`).join('');
  const prose = (count: number): string => 'The kettle boils water in a minute.\n\n'.repeat(count);
  assert.equal(isPlainList(ports(100)), true);
  assert.equal(isPlainList(ports(99)), false);
  assert.equal(isPlainList(ports(90) + prose(10)), true);
  assert.equal(isPlainList(ports(90) + prose(11)), false);
  assert.equal(isPlainList(prose(200)), false);
});
