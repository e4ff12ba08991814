/**
 * What comes from outside (a server, a file, a model) is read within a budget of bytes, items and depth, which is checked before the memory is
 * spent. JSON is parsed here alone, and bytes are inflated in `storage/inflate.ts` alone.
 *
 * A budget grows with what was really loaded: more memory is taken only for someone who sends more. Without anything loaded it is below 100 MB.
 */

/** Bytes that anything may take, and for each byte that was loaded: what this program writes takes up to three. */
const [freeBytes, bytesPerLoaded] = [1 << 24, 4];
/** The same of items, each of about ten bytes of memory. */
const [freeItems, itemsPerLoaded] = [1 << 21, 1];
/** Of brackets. */
const maxDepth = 100;
/** What a value takes besides itself, in items. */
const Weight = { List: 4, Text: 4, Field: 4 } as const;

/** Thrown where something would take more than its budget. */
export class OverBudgetError extends Error {
  override readonly name = 'OverBudgetError';

  constructor(limit: 'bytes' | 'items' | 'levels', max: number) {
    super(`more than ${max} ${limit}`);
  }
}

export class Budget {
  #maxBytes = freeBytes;
  #maxItems = freeItems;
  #bytes = 0;
  #items = 0;

  /** @param loaded bytes that were loaded of it. */
  constructor(loaded = 0) {
    this.grant(loaded);
  }

  /** Allows for more, once that many bytes have been loaded. */
  grant(loaded: number): this {
    this.#maxBytes += loaded * bytesPerLoaded;
    this.#maxItems += loaded * itemsPerLoaded;
    return this;
  }

  /** Bytes that are left. */
  get bytes(): number {
    return this.#maxBytes - this.#bytes;
  }

  /** Throws `OverBudgetError`. */
  takeBytes(count: number): void {
    this.#bytes += count;
    if (!(this.#bytes <= this.#maxBytes)) throw new OverBudgetError('bytes', this.#maxBytes);
  }

  /** Throws `OverBudgetError`. */
  takeItems(count: number): void {
    this.#items += count;
    if (!(this.#items <= this.#maxItems)) throw new OverBudgetError('items', this.#maxItems);
  }
}

/** Parses JSON that is in memory. Throws `OverBudgetError` before it is, or `SyntaxError` if it is none. */
export function readJson(text: string, budget = new Budget(text.length)): unknown {
  new JsonScan(budget).add(text);
  return JSON.parse(text);
}

const [quote, backslash, lineFeed, carriageReturn, comma, colon] = [34, 92, 10, 13, 44, 58];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/** Counts what parsing JSON would make, as its parts arrive. Linear; what is no JSON is counted all the same. */
export class JsonScan {
  readonly #isEvents: boolean;
  #budget: Budget;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #isLineStart = true;

  /** Without a budget it scans a stream of events, which end with an empty line: each has a budget of its own. */
  constructor(budget?: Budget) {
    this.#isEvents = budget === undefined;
    this.#budget = budget ?? new Budget();
  }

  /** Throws `OverBudgetError`. */
  add(part: string): void {
    let items = 0;
    for (let at = 0; at < part.length; at++) {
      const code = part.charCodeAt(at);
      if (this.#isEvents && code <= carriageReturn) this.#atControl(code);
      else if (this.#isEscaped) this.#isEscaped = false;
      else if (code === backslash) this.#isEscaped = this.#isText;
      else if (code === quote) {
        this.#isText = !this.#isText;
        if (this.#isText) items += Weight.Text;
      } else if (!this.#isText) {
        if (code === comma) items++;
        else if (code === colon) items += Weight.Field;
        else if (code === openList || code === openObject) {
          items += Weight.List;
          if (++this.#depth > maxDepth) throw new OverBudgetError('levels', maxDepth);
        } else if (code === closeList || code === closeObject) this.#depth--;
      }
      if (code > carriageReturn) this.#isLineStart = false;
    }
    this.#budget.takeItems(items);
  }

  #atControl(code: number): void {
    if (code !== lineFeed) return;
    if (this.#isLineStart) {
      this.#budget = new Budget();
      this.#depth = 0;
      this.#isText = false;
      this.#isEscaped = false;
    }
    this.#isLineStart = true;
  }
}
