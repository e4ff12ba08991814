/** The questions asked in this workspace, most recent first. */

import type * as vscode from 'vscode';

const key = 'meshrag.history';
const maxQuestions = 50;
/** Longer questions are pasted texts: answered, but not offered again. UTF-16 units. */
const maxKeptLength = 500;

export interface QuestionHistory {
  list(): readonly string[];
  add(question: string): void;
}

export function createHistory(storage: vscode.Memento): QuestionHistory {
  const list = () => {
    const stored = storage.get<unknown>(key, []);
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];
  };
  return {
    list,
    add(question) {
      if (question.length > maxKeptLength) return;
      const rest = list().filter((earlier) => earlier !== question);
      storage.update(key, [question, ...rest].slice(0, maxQuestions));
    },
  };
}
