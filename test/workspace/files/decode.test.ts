import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeText } from '../../../src/workspace/files/decode.ts';
import { FileText } from '../../../src/workspace/files/fileText.ts';

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
  // The beginning decides, whatever follows it.
  const mixed = `${'Grüße '.repeat(50)}${'\u4e01\u4e02'.repeat(500)}`;
  check(Buffer.from(mixed, 'utf16le'), mixed);
});

test('decodeText() detects binary content', () => {
  const check = (bytes: Buffer) => assert.equal(decodeText(bytes), undefined);
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
  check(Buffer.from('a\0b\0c\0 text with many'));
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

test('a NUL in a source is not binary content', () => {
  assert.equal(decodeText(Buffer.from('text with \0 in it')), 'text with \u2400 in it');
  assert.equal(decodeText(Buffer.concat([Buffer.from('x'.repeat(900_000)), Buffer.from([0])]))?.length, 900_001);
});

/** Bytes of legacy encodings, which Node can decode but not encode. */
const legacy: readonly [encoding: string, text: string, hex: string][] = [
  ['windows1251', '// проверка давления насоса', '2f2f20eff0eee2e5f0eae020e4e0e2ebe5ede8ff20ede0f1eef1e0'],
  ['koi8r', '// проверка давления насоса', '2f2f20d0d2cfd7c5d2cbc120c4c1d7ccc5cec9d120cec1d3cfd3c1'],
  ['shiftjis', '// 圧力を確認する', '2f2f2088b397cd82f08a6d944682b782e9'],
  ['eucjp', '// 圧力を確認する', '2f2f20b0b5cecfa4f2b3cec7a7a4b9a4eb'],
  ['euckr', '// 압력을 확인한다', '2f2f20bed0b7c2c0bb20c8aec0cec7d1b4d9'],
  [
    'gbk',
    '// 当压力超过上限时必须立即关闭阀门并且检查水泵的温度和转速',
    '2f2f20b5b1d1b9c1a6b3acb9fdc9cfcfdecab1b1d8d0ebc1a2bcb4b9d8b1d5b7a7c3c5b2a2c7d2bcecb2e9cbaeb1c3b5c4cec2b6c8bacdd7aacbd9',
  ],
  ['windows1252', '// Größe der Brücke', '2f2f204772f6df6520646572204272fc636b65'],
];

test('a guess that is far ahead of the others is taken even if the text is short', () => {
  const text = 'Чайник греют до заварки. Молодые листья настаивают две минуты, а чёрный чай пять; воду не кипятят дважды.';
  const hex =
    'd7e0e9ede8ea20e3f0e5fef220e4ee20e7e0e2e0f0eae82e20cceeebeee4fbe520ebe8f1f2fcff20ede0f1f2e0e8e2e0fef220e4e2e520ece8edf3f2fb2c20e020f7b8f0edfbe920f7e0e920effff2fc3b20e2eee4f320ede520eae8effff2fff220e4e2e0e6e4fb2e';
  assert.equal(decodeText(Buffer.from(hex, 'hex')), text);
});

test('a legacy encoding is guessed, or obeyed where the settings name it', () => {
  for (const [encoding, text, hex] of legacy) {
    const bytes = Buffer.from(hex, 'hex');
    assert.equal(decodeText(bytes, encoding), text, encoding);
    const file = Buffer.concat(
      Array.from({ length: 4 }, () => Buffer.concat([Buffer.from('int pressure(int pump);\n'), bytes, Buffer.from('\n')])),
    );
    assert.ok(decodeText(file)?.includes(text), `guess of ${encoding}`);
    assert.equal(new FileText(file, 'a.c').part({ startLine: 4, endLine: 4, startColumn: 0, endColumn: 0 }), `${text}\n`, encoding);
  }
  // A mark decides, and a setting that cannot be right is not obeyed.
  assert.equal(decodeText(Buffer.from('\ufeffGröße'), 'windows1251'), 'Größe');
  assert.equal(decodeText(Buffer.from('Größe'), 'nonsense'), 'Größe');
});
