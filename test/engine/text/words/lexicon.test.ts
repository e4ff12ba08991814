import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Lexicon, type LexiconImage, type Packed } from '../../../../src/engine/text/words/lexicon.ts';

const anyText = fc.oneof(fc.string({ maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('a', 'ab', '重新'));

/** Bytes that are invalid until unpacked. */
function packed(bytes: Uint8Array<ArrayBuffer>): Packed {
  const space = new Uint8Array(bytes.length).fill(0x5a);
  return { space, unpack: (from = 0, to = bytes.length) => space.set(bytes.subarray(from, to), from) };
}

function packedImage({ seed, starts, bytes, slots }: LexiconImage<Uint8Array<ArrayBuffer>>): LexiconImage<Packed> {
  return { seed, starts: starts.slice(), bytes: packed(bytes), slots: packed(slots) };
}

test('a lexicon that adopts an image has its texts, before and after new ones are added', () => {
  fc.assert(
    fc.property(fc.array(anyText), fc.array(anyText), fc.array(anyText), fc.integer(), (texts, asked, added, seed) => {
      const known = new Lexicon(seed);
      for (const text of texts) known.intern(text);
      const own = new Lexicon();
      assert.equal(own.adopt(packedImage(known.image())), undefined);
      const others = new Lexicon();
      for (const text of asked) others.intern(text);
      const ids = others.adopt(packedImage(known.image()));
      for (const text of [...asked, ...texts]) assert.equal(own.find(text), known.find(text), text);
      for (const text of texts) {
        const id = own.find(text);
        assert.equal(own.text(id), text);
        assert.equal(ids === undefined ? id : ids[id], others.find(text));
      }
      for (const text of [...added, ...texts, ...asked]) assert.equal(own.intern(text), known.intern(text), text);
      assert.equal(own.size, known.size);
      for (let id = 0; id < own.size; id++) assert.equal(own.text(id), known.text(id));
      assert.deepEqual(own.image(), known.image());
    }),
  );
});
