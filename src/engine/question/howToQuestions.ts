/** How-to questions: those that ask for steps or commands. By English rules; one pass each. */

const asksSteps =
  /\bhow (?:do|can|could|should|would|must|may|might|shall) (?:i|we|you|one|anybody|someone|people)\b|\bhow to\b|\bhow does one\b|\b(?:way|steps?|command|script|instructions?) (?:to|for|that|which)\b|\b(?:what|which) (?:command|script|steps?)\b/i;

/** Tasks that are done in a terminal more often than in code. */
const typed =
  /\b(?:bench(?:mark)?(?:s|ing)?|build(?:ing)?|bootstrap|clone|compil(?:e|ing)|contribut(?:e|ing)|debug(?:ging)?|deploy(?:ing)?|develop(?:ing)?|download(?:ing)?|format(?:ting)?|generat(?:e|ing)|get started|hack on|install(?:ing|ation)?|launch(?:ing)?|lint(?:ing|er)?|packag(?:e|ing)|publish(?:ing)?|releas(?:e|ing)|run(?:ning)?|set ?(?:it )?up|setup|start(?:ing)?|tests?|testing|uninstall(?:ing)?|updat(?:e|ing)|upgrad(?:e|ing)|virtual environment)\b/i;

/** A question that explicitly asks for a command. */
const namesCommand = /\b(?:what|which) (?:commands?|scripts?)\b/i;

/** Whether a question asks how to do something. */
export function asksHow(question: string): boolean {
  return asksSteps.test(question.slice(0, maxLength));
}

/** Whether a question likely asks for a command to type into a terminal. */
export function asksForCommand(question: string): boolean {
  const asked = question.slice(0, maxLength);
  return asksHow(question) && (typed.test(asked) || namesCommand.test(asked));
}

/** Of longer questions only the beginning is read. UTF-16 units. */
const maxLength = 300;
