import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeText } from '../../../src/core/text/analyze.ts';
import { languageOf } from '../../../src/core/text/languages.ts';
import { blankSpans, findSecrets, maskSecrets, secretMask } from '../../../src/core/text/secrets.ts';
import { planted } from '../../support/plantedSecrets.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

test('forty secrets of many kinds are found, each once, with what stands around them left', () => {
  assert.equal(planted.length, 40);
  for (const { kind, secret, text } of planted) {
    const { text: masked, count } = maskSecrets(`Before it.\n${text}\nAfter it.`);
    assert.equal(count, 1, `${kind}: ${masked}`);
    assert.ok(!masked.includes(secret), kind);
    assert.ok(masked.includes(secretMask) && masked.startsWith('Before it.\n') && masked.endsWith('\nAfter it.'), kind);
  }
});

test('secrets become no term, no key and no title', () => {
  for (const file of ['notes.md', 'config.ts', 'setup.py', 'app.yaml']) {
    const text = planted.map(({ text: line }) => `${line}\n`).join('\n');
    const stored = JSON.stringify(analyzeText(text, languageOf(file))).toLowerCase();
    for (const { kind, secret } of planted) {
      for (const part of secret.toLowerCase().split(/[^a-z0-9]+/))
        if (part.length >= 10) assert.ok(!stored.includes(part), `${kind} in ${file}: ${part}`);
    }
  }
});

test('what is no secret is left alone', () => {
  for (const text of [
    'const token = await readToken(request.headers2);',
    'password: str = Field(min_length=8)',
    'The secret of sha256 is that utf8 text1234 goes in.',
    'const secretKey = process.env.SECRET_KEY_2;',
    'api_key: "your-api-key-here1"',
    'token = "YOUR_TOKEN_123"',
    'url = "https://user:password@host/"',
    'postgres://$USER:$PASSWORD1@host/db',
    'integrity="sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
    'if (text.includes("-----BEGIN RSA PRIVATE KEY-----")) return true;',
    'commit 4363773dbfdbdfef88f4bbabc9b765eab9613003',
    'id: 123e4567-e89b-12d3-a456-426614174000',
    'tokenize(words2vec, base64Encode)',
    '--api-key-file=/run/secrets/key_2024.txt',
    'see https://example.org:8080/a@b1234567',
  ])
    assert.deepEqual(findSecrets(text), [], text);
});

test('blanking keeps length and lines', () => {
  const text = planted.map((one) => one.text).join('\r\n');
  const blank = blankSpans(text, findSecrets(text));
  assert.equal(blank.length, text.length);
  assert.deepEqual(
    [...blank].map((sign, i) => (sign === '\n' || sign === '\r' ? i : -1)).filter((i) => i >= 0),
    [...text].map((sign, i) => (sign === '\n' || sign === '\r' ? i : -1)).filter((i) => i >= 0),
  );
});

test('hostile texts are read in linear time', async () => {
  const hostile: Readonly<Record<string, string>> = {
    'token=': 'token=a1b2c3d4',
    eyJ1: 'eyJ1',
    'sk-1': 'sk-1',
    '://a:': '://a:',
    key: '-----BEGIN PRIVATE KEY-----\n',
    'SG.a1': 'SG.a1b2c3d4e5f6a1b2c3d4.',
    word: 'a1',
    'dots.': 'a1b2c3d4.',
    quote: 'secret="a1b2c3d4 ',
  };
  for (const [name, unit] of Object.entries(hostile)) {
    const text = `${unit.repeat(Math.ceil(1_000_000 / unit.length))}-----END PRIVATE KEY-----`;
    await assertUnder(1500, `1 MB of ${name}`, () => cpuMs(() => findSecrets(text)));
  }
});
