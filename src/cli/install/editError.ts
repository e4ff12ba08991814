/** A file that has to be left as it is: its state, and what the user can do. */
export class EditError extends Error {
  override readonly name = 'EditError';
  readonly advice: string;

  constructor(state: string, advice: string) {
    super(state);
    this.advice = advice;
  }
}
