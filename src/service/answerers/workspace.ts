/** What READMEs say of their folders: "What does this project do?", and "What is NAME?" of the workspace's own name. */

import { thingAskedFor } from '../../engine/question/definitionQuestions.ts';
import { asksAboutWorkspace } from '../../engine/question/workspaceQuestions.ts';
import { type Answerer, answeredBy } from './answerer.ts';
import { namesOfFolders, type OwnDescription, ownDescription } from './ownDescription.ts';

/** The description's own words find a model's other sources. */
const answered = (own: OwnDescription | undefined) => own && { ...answeredBy(own), query: own.text };

export const ownName: Answerer<string> = {
  isOfWorkspace: true,
  reads: ({ question }) => thingAskedFor(question),
  answer: async (name, { question, view, texts }) => answered(await ownDescription(view, texts, { question, name })),
};

export const workspace: Answerer<true> = {
  isOfWorkspace: true,
  reads: async ({ question, view }) => (!question.includes('/') && asksAboutWorkspace(question, await namesOfFolders(view))) || undefined,
  answer: async (_, { question, view, texts }) => answered(await ownDescription(view, texts, { question })),
};
