import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeText } from '../../../../src/engine/text/analyze.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { blankSpans, findSecrets, maskSecrets, secretMask } from '../../../../src/engine/text/secrets/secrets.ts';
import { credentialForms, drawValue, lengthBands } from '../../../support/credentialForms.ts';
import { planted } from '../../../support/plantedSecrets.ts';
import { assertUnder, cpuMs } from '../../../support/quick.ts';

test('each of forty secrets of many kinds is found once, and the text around it stays', () => {
  assert.equal(planted.length, 40);
  for (const { kind, secret, text } of planted) {
    const { text: masked, count } = maskSecrets(`Before it.\n${text}\nAfter it.`);
    assert.equal(count, 1, `${kind}: ${masked}`);
    assert.ok(!masked.includes(secret), kind);
    assert.ok(masked.includes(secretMask) && masked.startsWith('Before it.\n') && masked.endsWith('\nAfter it.'), kind);
  }
});

test('secrets become neither terms nor keys nor titles', () => {
  for (const file of ['notes.md', 'config.ts', 'setup.py', 'app.yaml']) {
    const text = planted.map(({ text: line }) => `${line}\n`).join('\n');
    const stored = JSON.stringify(analyzeText(text, languageOf(file))).toLowerCase();
    for (const { kind, secret } of planted) {
      for (const part of secret.toLowerCase().split(/[^a-z0-9]+/))
        if (part.length >= 10) assert.ok(!stored.includes(part), `${kind} in ${file}: ${part}`);
    }
  }
});

test('random values are found in all notations, shorter ones in most cases', () => {
  const draws = 60;
  // The bounds hold for 300 draws (98 and 85 %, in prose 90 and 80 %), less the sampling error of fewer draws.
  const bounds = { named: { usual: 0.9, short: 0.75 }, loose: { usual: 0.85, short: 0.7 } } as const;
  const sums = { named: [0, 0, 0], loose: [0, 0, 0] };
  for (const [i, form] of credentialForms.entries()) {
    const [usual, short] = [lengthBands.usual, lengthBands.short].map((band) => {
      let found = 0;
      for (let n = 0; n < draws; n++) {
        const value = drawValue(form, 20_260 + i * 7919, n, band);
        const text = `Before it.\n\n${form.text.replace('VALUE', () => value)}\n\nAfter it.\n`;
        const from = text.indexOf(value);
        if (findSecrets(text).some((span) => span.from <= from && span.to >= from + value.length)) found++;
      }
      return found / draws;
    }) as [number, number];
    assert.ok(usual >= bounds[form.kind].usual, `${form.text}: ${usual}`);
    assert.ok(short >= bounds[form.kind].short, `${form.text}, 12 to 15 characters: ${short}`);
    for (const [at, add] of [usual, short, 1].entries()) sums[form.kind][at] = (sums[form.kind][at] as number) + add;
  }
  for (const [kind, min] of [
    ['named', [0.98, 0.95]],
    ['loose', [0.98, 0.9]],
  ] as const) {
    const [usual = 0, short = 0, count = 1] = sums[kind];
    assert.ok(usual / count >= min[0] && short / count >= min[1], `${kind}: ${usual / count} and ${short / count} on average`);
  }
  assert.ok((sums.named[2] as number) >= 60);
});

test('what is not a secret is not masked', () => {
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
    // Names of constants, types, members and algorithms.
    'password = ENV["MAIL_INGRESS_PASSWORD"]',
    'PasswordEncoder encoder = new Argon2Password4jPasswordEncoder();',
    'key = ec.generate_private_key(ec.SECP384R1())',
    'String key = newSecretKey("PBKDF2WithHmacSHA256");',
    'apiVersion: rbac.authorization.k8s.io/v1',
    'fieldName.match(/^_auth_data_([a-zA-Z0-9_]+)$/)',
    // Other random values.
    '{ token, commit: "4363773dbfdbdfef88f4bbabc9b765eab9613003" }',
    '"token": "", "id": "Zk3vQ8LwT1xYb7Nd"',
    'token_id: 8f14e45fceea167a5a36dedd4bea2543',
    'fixes the token, see [GHSA-vm5r-c87r-pf6x](https://example.org)',
    'host ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7vbqajDhA key',
    'cache_key: "a8f5f167f44f4964e6c998dee827110c"',
    'password: 2024-01-01T00:00:00Z',
    'PASSWORD_FILE=/run/secrets/db_password_2024',
  ])
    assert.deepEqual(findSecrets(text), [], text);
});

test('blanking keeps length and lines', () => {
  const text = planted.map((one) => one.text).join('\r\n');
  const blank = blankSpans(text, findSecrets(text));
  assert.equal(blank.length, text.length);
  assert.deepEqual(
    [...blank].map((character, i) => (character === '\n' || character === '\r' ? i : -1)).filter((i) => i >= 0),
    [...text].map((character, i) => (character === '\n' || character === '\r' ? i : -1)).filter((i) => i >= 0),
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
    names: 'token ',
    joined: 'password_',
    capitals: 'TOKEN',
    table: '| x7Kq9Zp2Lw4Rt8Yb ',
    rows: '| token |\n|---|\n| x7Kq9Zp2Lw4Rt8Yb |\n',
    'names and values': 'token x7Kq9Zp2Lw4Rt8Yb ',
    flags: 'curl -u a:x7Kq9Zp2Lw4Rt8Yb ',
    encoded: 'token%3Dx7Kq9Zp2Lw4Rt8Yb',
    entities: 'token&quot;',
    quotes: `token"'\``,
    formats: 'eyJhbGciOiJIUzI1NiJ9.eyJ',
    backslashes: 'curl -u \\\n',
    csv: 'token,a\nx7Kq9Zp2Lw4Rt8Yb,b\n',
    groups: 'a:\n b:\n  c: x7Kq9Zp2Lw4Rt8Yb\n',
    lines: 'x7Kq9Zp2Lw4Rt8Yb\n',
    brackets: '({["x7Kq9Zp2Lw4Rt8Yb",',
    statements: "insert into a (token) values ('x7Kq9Zp2Lw4Rt8Yb'),",
    cookies: 'cookie=x7Kq9Zp2Lw4Rt8Yb;',
    phrases: 'a!B3a',
  };
  for (const [name, unit] of Object.entries(hostile)) {
    const text = `${unit.repeat(Math.ceil(300_000 / unit.length))}-----END PRIVATE KEY-----`;
    // Twice what the slowest takes; a search of the whole text for each value takes more.
    await assertUnder(450, `300 kB of ${name}`, () => cpuMs(() => findSecrets(text)));
  }
});

test('credentials are recognised by their place in a file', () => {
  const value = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
  const uuid = 'c9a646d3-9c61-4cb7-bfcd-ee2522c8f633';
  for (const text of [
    // Below a group, in brackets, in a section.
    `tokens:\n  deploy: "${value}"\n`,
    `{ "secrets": { "stage": "eu", "mailer": "${uuid}" } }`,
    `[app.credentials.mail]\nuser = "ann"\nvalue = "${value}"\n`,
    `<credentials>\n  <user>ann</user>\n  <value>${value}</value>\n</credentials>`,
    // Positions in calls, cookies, columns.
    `login("bob", "${uuid}")`,
    `mysqli_connect('localhost', 'app', '${value}', 'shop');`,
    `Cookie: lang=en; PHPSESSID=${value}`,
    `name,email,password\nann,ann@example.org,${uuid}\n`,
    `INSERT INTO users (id, name, password)\nVALUES\n  (1, 'ann', '${value}');`,
    // Lines of logins, hashed passwords, prefixes.
    `db.internal:5432:orders:ann:${value}`,
    'ann:$apr1$GJtcIY1o$mSLdsWYeXpPHVsxGDqadI.',
    `The old settings had django-insecure-${value} in them.`,
    `PRIVATE_KEY = "0x${value}${value.slice(0, 24)}"`,
    // Below a heading, in other languages, words joined by signs.
    `## Password\n\n${value}\n`,
    `#+PASSWORD: ${value}`,
    `hasło: "${value}"`,
    `كلمة المرور: "${value}"`,
    `サーバーのパスワードは ${value} です。`,
    'password = "maple!Canyon7-river"',
  ])
    assert.equal(findSecrets(text).length, 1, text);
  for (const text of [
    `deploy:\n  commit: "${value}"\n`,
    `tokens:\n  sha: "${value}"\n`,
    `describe("tokens", () => {\n  load("bob", "${value}");\n`,
    `name,commit\nann,${value}\n`,
    `INSERT INTO files (name, hash) VALUES ('a', '${value}');`,
    'err = try.GetRequest("http://127.0.0.1/auth", 500*time.Millisecond)',
    'golang.org/x/oauth2 v0.0.0-20190604053449-0f29369cfe45/go.mod',
    `## Changes\n\n${value}\n`,
  ])
    assert.deepEqual(findSecrets(text), [], text);
});

test('a credential is recognised by what is beside it: an entry with its name, a command, a host, a heading of words', () => {
  const forms = [
    '<dict>\n  <key>apiToken</key>\n  <string>VALUE</string>\n</dict>',
    '<property>\n  <name>fs.s3a.secret.key</name>\n  <value>VALUE</value>\n</property>',
    '{\n  "name": "API_TOKEN",\n  "type": "text",\n  "enabled": true,\n  "value": "VALUE"\n}',
    '{ "value": "VALUE", "key": "DB_PASSWORD" }',
    '- key: db_password\n  description: of the shop\n  value: VALUE',
    'echo VALUE | docker login -u ann --password-stdin',
    "echo 'VALUE' | sudo -S ls",
    'printf "VALUE" | gh auth login --with-token',
    'rabbitmqctl add_user ann VALUE',
    'useradd -m -p VALUE bob',
    'ipmitool -H 10.0.0.9 -U root -P VALUE chassis',
    'xfreerdp /u:ann /p:VALUE /v:host',
    'etcdctl --user root:VALUE get /',
    'dsn: "ann:VALUE@tcp(db)/x"',
    'smtp.example.org:587:ann:VALUE',
    '[credentials "prod"]\n\thelper = VALUE',
    '# client server secret addresses\nann * VALUE *',
  ];
  for (const form of forms)
    for (const value of ['9f86d081884c7d659a2feaa0c55ad015', 'x7Kq9Zp2Lw4Rt8Yb3Vn'])
      assert.ok(!maskSecrets(form.replace('VALUE', value)).text.includes(value.slice(4, 12)), form);
});

test('what is beside other values names no credential', () => {
  const hash = '9f86d081884c7d659a2feaa0c55ad015';
  const texts = [
    `<key>password</key>\n<string>none</string>\n<key>checksum</key>\n<string>${hash}</string>`,
    `{ "name": "API_TOKEN", "value": "none" }, { "name": "etag", "value": "${hash}" }`,
    `echo "${hash}  a.tar.gz" | sha256sum --check`,
    `delete user id ${hash}`,
    `uses: actions/checkout@${hash}`,
    `2015-07-22:\n20150722191325.GA8113@alpha`,
    `# what the file holds\na b ${hash} c`,
  ];
  for (const text of texts) assert.deepEqual(findSecrets(text), [], text);
});

test('expressions, patterns, references and ids are no credentials, whatever is named nearby', () => {
  const uuid = 'c9a646d3-9c61-4cb7-bfcd-ee2522c8f633';
  const hash = 'fedcba9876543210fedcba9876543210';
  const texts = [
    // Members of optional or private values.
    'user.V2UpgradeToken = request.UnlockData.V2UpgradeToken?.ToData();',
    'val token = session.Oauth2Token!!.asText1',
    'const passwordHandler = this.#x509Handler;',
    // A member of what is named, and another kind of value.
    `if (idTokenClaims?.tid === "${uuid}") {`,
    `private static readonly Guid _passwordSendGuid = Guid.Parse("${uuid}");`,
    // Lexers.
    "tokens = {\n    'root': [\n        (r'[Xx?YyMmDdHhSs\\d]{2,4}([:-][Xx?YyMmDdHhSs\\d]{2}){2}', Literal.Date),\n",
    "tokens = {\n    'root': [\n        (r'([1-9])?\\s*\\'[sS]?[bB]\\s*[xXzZ?01][_xXzZ?01]*', Number),\n",
    'tokens: {\n  number: /[_xXzZ?01bB7q]*/,\n',
    "tokens = {\n    'root': [\n        # as of changeset 8cc154f45e37\n",
    // A word that begins an SQL statement, in prose.
    `// They keep the token and do not get a copy\n  check(user.upgradeToken);\n${'  check(a);\n'.repeat(200)}  use(Id.of("${hash}"));`,
    'URL of the token endpoint [`RFC6749#Token`_].',
    'authorization:\n  uses: actions/github-script@3a2844b7e9c422d3c10d287c895573f7108da1b3 # v9\n',
  ];
  for (const text of texts) assert.deepEqual(findSecrets(text), [], text);
});
