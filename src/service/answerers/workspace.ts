/** What READMEs say of their folders: "What does this project do?", and "What is NAME?" of the workspace's own name. */

import { thingAskedFor } from '../../engine/question/definitionQuestions.ts';
import { asksAboutWorkspace, hasDemonstrative } from '../../engine/question/workspaceQuestions.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import { type Answerer, answeredBy } from './answerer.ts';
import { namesOfFolders, type OwnDescription, ownDescription, readmeTexts } from './ownDescription.ts';

/** Asks for the purpose of one thing that is pointed to: "What does this plugin do?" Without a context that is the workspace, if its README has the word. */
const asksPurpose = /\b(?:this|these) [\p{L}-]+ (?:do|for|about)\W*$/iu;

/** The sentence by which the workspace describes itself, or all words of its READMEs. */
async function ownWords(question: string, view: View, texts: Texts): Promise<string> {
  if (asksPurpose.test(question)) return readmeTexts(view, texts);
  return (await ownDescription(view, texts, { question }))?.text ?? '';
}

/** The description's own words find a model's other sources. */
const answered = (own: OwnDescription | undefined) => own && { ...answeredBy(own), query: own.text };

export const ownName: Answerer<string> = {
  isOfWorkspace: true,
  reads: ({ question }) => thingAskedFor(question),
  answer: async (name, { question, view, texts }) => answered(await ownDescription(view, texts, { question, name })),
};

export const workspace: Answerer<true> = {
  isOfWorkspace: true,
  async reads({ question, view, texts }) {
    if (question.includes('/')) return undefined;
    const names = await namesOfFolders(view);
    if (asksAboutWorkspace(question, names)) return true;
    if (!hasDemonstrative(question)) return undefined;
    return asksAboutWorkspace(question, names, await ownWords(question, view, texts)) || undefined;
  },
  answer: async (_, { question, view, texts }) => answered(await ownDescription(view, texts, { question })),
};
