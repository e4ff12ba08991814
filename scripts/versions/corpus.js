// The fixed corpus that stored forms are made of for their versions: test/fixtures/stored, where each file begins with a line `=== PATH [FORM]`.
// Changing it changes all versions, so it is only extended by what no passage of it shows yet.
import fs from 'node:fs';
import path from 'node:path';

/** @type {Readonly<Record<string, (text: string, count: number) => string | Buffer>>} how the bytes of a file are made of what is written here */
const forms = {
  latin1: (text) => Buffer.from(text, 'latin1'),
  utf16le: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  bom: (text) => `\uFEFF${text}`,
  crlf: (text) => text.replaceAll('\n', '\r\n'),
  hex: (text) => Buffer.from(text.trim(), 'hex'),
  x: (text, count) => text.repeat(count),
  joined: (text, count) => text.trim().repeat(count),
};

/**
 * Writes the corpus.
 * @param {string} root the project
 * @param {string} folder an empty one
 */
export function writeCorpus(root, folder) {
  const source = path.join(root, 'test/fixtures/stored');
  for (const name of fs.readdirSync(source).sort()) {
    const parts = fs
      .readFileSync(path.join(source, name), 'utf8')
      .replaceAll('\r\n', '\n')
      .split(/^=== (.+)\n/m);
    for (let i = 1; i < parts.length; i += 2) {
      const [, file = '', form, count = '1'] = /^(\S+)(?: ([a-z]+(?:16le|1)?)(\d+)?)?$/.exec(/** @type {string} */ (parts[i])) ?? [];
      const make = form === undefined ? undefined : forms[form];
      if (file === '' || (form !== undefined && make === undefined)) throw new Error(`No file and form: ${parts[i]}`);
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(
        path.join(folder, file),
        make?.(/** @type {string} */ (parts[i + 1]), Number(count)) ?? /** @type {string} */ (parts[i + 1]),
      );
    }
  }
}
