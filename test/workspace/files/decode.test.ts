import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeText } from '../../../src/workspace/files/decode.ts';

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

test('decodeText() detects encodings', () => {
  const check = (bytes: Buffer, expected: string | undefined) => assert.equal(decodeText(bytes), expected);
  check(Buffer.alloc(0), '');
  check(Buffer.from('x'), 'x');
  check(Buffer.from('Grüße 日本 😀\r\n'), 'Grüße 日本 😀\r\n');
  check(Buffer.from('\ufeffmit Marke'), 'mit Marke');
  check(Buffer.from('\ufeffGrüße 😀', 'utf16le'), 'Grüße 😀');
  check(bigEndian('\ufeffGrüße 😀'), 'Grüße 😀');
  check(Buffer.from('Grüße aus Köln', 'utf16le'), 'Grüße aus Köln');
  check(bigEndian('Grüße aus Köln\r\n'), 'Grüße aus Köln\r\n');
  check(Buffer.from(`${'Grüße '.repeat(50)}日本 😀`, 'utf16le'), `${'Grüße '.repeat(50)}日本 😀`);
  check(Buffer.from('Grüße aus Köln', 'latin1'), 'Grüße aus Köln');
  check(Buffer.from([0xff, 0xfe]), '');
});

test('decodeText() detects binary content', () => {
  const check = (bytes: Buffer) => assert.equal(decodeText(bytes), undefined);
  check(Buffer.from('text with \0 in it'));
  check(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  check(Buffer.from([0xff, 0xfe, 0x41]));
  check(Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]));
  check(Buffer.from(Array.from({ length: 4096 }, (_, index) => ((index * 7919) % 255) + 1)));
  check(Buffer.from('\x01\x02\x03\x04abc'));
  check(Buffer.from([0]));
  check(Buffer.from([0x41, 0, 0x42, 0, 0x43]));
  check(Buffer.from('\x01\x02\x03\x04abc', 'utf16le'));
  check(Buffer.from(`${'Grüße '.repeat(50)}\0`, 'utf16le'));
  // VS Code does not detect UTF-16 without a mark if a two-byte character comes early.
  check(Buffer.from('日本 Grüße', 'utf16le'));
  check(Buffer.concat([Buffer.from('x'.repeat(900_000)), Buffer.from([0])]));
});

test('decodeText() undoes encoding for any text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((value) => !/\p{Cc}/u.test(value) && !value.startsWith('\ufeff'));
  fc.assert(
    fc.property(text, (value) => {
      assert.equal(decodeText(Buffer.from(value)), value);
      assert.equal(decodeText(Buffer.from(`\ufeff${value}`)), value);
      assert.equal(decodeText(Buffer.from(`\ufeff${value}`, 'utf16le')), value);
      assert.equal(decodeText(bigEndian(`\ufeff${value}`)), value);
      const latin = value.replace(/[^\x20-\x7e\xa0-\xff]/g, 'é');
      assert.equal(decodeText(Buffer.from(latin, 'utf16le')), latin);
      assert.equal(decodeText(bigEndian(latin)), latin);
    }),
  );
});
