// What every JavaScript runtime has and the compiler knows of Node's and the DOM's types alone. Nothing else of a runtime is used here.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
