/** What a model has looked for while it answers, for the wire: each look with the request that brought what was found. */

import type { Looked } from '../../engine/answer/looks/rounds.ts';
import { visible } from '../../engine/text/visible.ts';
import type { LookStep } from '../../protocol/places.ts';

export class LookSteps {
  #steps: readonly LookStep[] = [];
  readonly #onChange: (steps: readonly LookStep[]) => void;

  /** `onChange` receives all steps. */
  constructor(onChange: (steps: readonly LookStep[]) => void) {
    this.#onChange = onChange;
  }

  get all(): readonly LookStep[] {
    return this.#steps;
  }

  add(looked: Looked): void {
    this.#set([...this.#steps, toLookStep(looked)]);
  }

  /** A request was sent: it has what was found since the one before. */
  sent(id: string): void {
    if (this.#steps.some(({ sent }) => sent === undefined)) this.#set(this.#steps.map((step) => ({ sent: id, ...step })));
  }

  #set(steps: readonly LookStep[]): void {
    this.#steps = steps;
    this.#onChange(steps);
  }
}

function toLookStep({ look, sources, list, refusal }: Looked): LookStep {
  const { verb } = look;
  const about = visible('words' in look ? look.words : 'name' in look ? look.name : 'pattern' in look ? look.pattern : look.path);
  const lines = look.verb === 'read' ? { startLine: look.from, ...(look.to === undefined ? {} : { endLine: look.to }) } : {};
  const found = sources.length + Number(list !== undefined);
  return { verb, about, ...lines, found, ...(refusal === undefined ? {} : { isRefused: true }) };
}
