import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerMarkdown } from '../../src/extension/panels/answerMarkdown.ts';
import type { PanelTurn } from '../../src/protocol/panelThread.ts';
import type { AskResult, WireCitation } from '../../src/protocol/places.ts';

test('a copied answer has what comments say, without the marks of their lines', () => {
  const quote = 'A pool of values\n// by $& usage.';
  const citation: WireCitation = { uri: 'file:///w/a.go', path: 'a.go', startLine: 1, endLine: 2, n: 1, quote, title: '', form: 'comment' };
  const answer = `${quote} [1]`;
  const result = { answer, citations: [citation], found: true, model: null } as unknown as AskResult;
  const turn = { id: 1, question: 'What is it?', state: 'done', text: '', result } as unknown as PanelTurn;
  assert.equal(answerMarkdown(turn), '**What is it?**\n\nA pool of values by $& usage. [1]\n\n1. [a.go:1](a.go#L1-L2)\n');
});
