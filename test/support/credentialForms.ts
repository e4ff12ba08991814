/**
 * Forms of credentials in files, as data: one or a few lines each, with `VALUE` for the credential. The values are drawn from the form's
 * own alphabet.
 */

import { draw } from '../../src/engine/hash/mix.ts';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const alphabets = {
  alnum: lower + upper + digits,
  hex: `${digits}abcdef`,
  base32: `${upper}234567`,
  base36: lower + digits,
  base64: `${lower}${upper}${digits}+/`,
  base64url: `${lower}${upper}${digits}-_`,
  password: `${lower}${upper}${digits}!@#%^*-_+.?`,
} as const;

/** A form in which a credential is written. */
export interface CredentialForm {
  readonly text: string;
  readonly alphabet: keyof typeof alphabets;
  /** `named`: with a distinctive name or format; `loose`: in prose or a table. */
  readonly kind: 'named' | 'loose';
  /** If the form prescribes the length of the value. */
  readonly length?: number;
}

function of(kind: CredentialForm['kind'], alphabet: keyof typeof alphabets, texts: readonly string[]): CredentialForm[] {
  return texts.map((text) => ({ kind, alphabet, text }));
}

/** Forms with a distinctive format, in otherwise meaningless lines. */
function signed(alphabet: keyof typeof alphabets, length: number, texts: readonly string[]): CredentialForm[] {
  return texts.map((text) => ({ kind: 'named', alphabet, length, text }));
}

/** All forms. */
export const credentialForms: readonly CredentialForm[] = [
  // Programs: typed and untyped declarations, assignments, calls, comparisons.
  ...of('named', 'alnum', [
    "const password: string = 'VALUE';",
    'api_key: str = "VALUE"',
    'api_key: Optional[str] = "VALUE"',
    'let token: &str = "VALUE";',
    'let secret = String::from("VALUE");',
    'private static final String DB_PASSWORD = "VALUE";',
    'var accessToken string = "VALUE"',
    'val apiSecret: String = "VALUE"',
    'NSString *authToken = @"VALUE";',
    'Dim password As String = "VALUE"',
    'char password[64] = "VALUE";',
    '#define API_KEY "VALUE"',
    "define('DB_PASSWORD', 'VALUE');",
    'password <- "VALUE"',
    '$password = "VALUE";',
    "config['password'] = 'VALUE'",
    'config.set("api_key", "VALUE")',
    'client.setPassword("VALUE");',
    'builder.withToken("VALUE").build();',
    'os.environ.get("API_TOKEN", "VALUE")',
    'const secret = process.env.SECRET || "VALUE";',
    'if (token == "VALUE") {',
    ':password => "VALUE",',
    '{:api_key "VALUE"}',
    '(setq my-password "VALUE")',
    '{password, "VALUE"}',
    'headers: { Authorization: `Bearer VALUE` }',
    'String getPassword() {\n    return "VALUE";\n}',
    'password = (\n    "VALUE"\n)',
    "const apiKey =\n  'VALUE';",
    'login(user="admin", password="VALUE")',
    'Data("{\\"user\\": \\"x\\", \\"password\\": \\"VALUE\\"}")',
    'HttpSession session = connect("db", "admin", /* password */ "VALUE");',
  ]),
  // Files of settings.
  ...of('named', 'password', [
    'DB_PASS=VALUE',
    'spring.datasource.password=VALUE',
    'password = "VALUE"',
    '  "password": "VALUE",',
    "password: 'VALUE'",
  ]),
  ...of('named', 'alnum', [
    'ENV API_TOKEN VALUE',
    'ENV API_TOKEN=VALUE',
    'ARG NPM_TOKEN=VALUE',
    'export SECRET_KEY_BASE=VALUE',
    'set TOKEN=VALUE',
    '$env:API_KEY = "VALUE"',
    'TOKEN ?= VALUE',
    '      - DB_PASSWORD=VALUE',
    '    - name: DB_PASSWORD\n      value: VALUE',
    '  - value: VALUE\n    name: DB_PASSWORD',
    '{ "name": "API_TOKEN", "value": "VALUE" }',
    'variable "db_password" {\n  type    = string\n  default = "VALUE"\n}',
    'password: >-\n  VALUE',
    '<password>VALUE</password>',
    '<password>\n  VALUE\n</password>',
    '<connection user="app" password="VALUE"/>',
    '<property name="password" value="VALUE"/>',
    '<add key="ApiKey" value="VALUE" />',
    '<key>apiToken</key>\n<string>VALUE</string>',
    '<input type="hidden" name="secret" value="VALUE">',
    'machine example.org login app password VALUE',
    'requirepass VALUE',
    '//registry.example.org/:_authToken=VALUE',
    'Server=db;User Id=app;Password=VALUE;Encrypt=true',
    'ansible_ssh_pass: VALUE',
    'pass: VALUE',
    '&quot;token&quot;:&quot;VALUE&quot;',
  ]),
  ...of('named', 'hex', ['SESSION_SECRET=VALUE', '"encryptionKey": "VALUE"', 'signing_key: VALUE']),
  ...of('named', 'base36', ['api_key = VALUE', '"access_token": "VALUE"']),
  ...of('named', 'base32', ['totp_secret: VALUE', 'MFA_SECRET="VALUE"']),
  ...of('named', 'base64url', ['client_secret = "VALUE"', 'refresh_token: VALUE', 'Cookie: session_token=VALUE; path=/']),
  ...of('named', 'base64', [
    '"auth": "VALUE=="',
    'AccountName=x;AccountKey=VALUE==;EndpointSuffix=core',
    'aws_secret_access_key = VALUE',
    'Authorization: Basic VALUE=',
  ]),
  // Command lines and addresses.
  ...of('named', 'alnum', [
    'deploy --token VALUE --region eu',
    'deploy --api-key=VALUE',
    'helm upgrade app chart --set auth.password=VALUE',
    'curl -u admin:VALUE https://example.org/',
    'curl -X POST \\\n  --user "admin:VALUE" \\\n  https://example.org/',
    'curl -H "X-Api-Key: VALUE" https://example.org/',
    "curl -H 'Authorization: token VALUE' https://example.org/",
    'wget --http-password=VALUE https://example.org/',
    'mysql -u root -pVALUE app',
    'sshpass -p VALUE ssh root@host',
    'docker login -u app -p VALUE registry.example.org',
    'redis-cli -h cache -a VALUE ping',
    'openssl rsa -in key -passin pass:VALUE',
    "CREATE USER app IDENTIFIED BY 'VALUE';",
    "ALTER ROLE app WITH PASSWORD 'VALUE';",
    'https://example.org/data?api_key=VALUE&format=json',
    'https://account.example.org/c/b?sv=2022&sig=VALUE%3D&se=x',
    'postgres://app:VALUE@db.internal:5432/app',
    'git clone https://VALUE@example.org/app.git',
    'grant_type=password&username=app&password=VALUE',
  ]),
  ...signed('base32', 16, ['id: AKIAVALUE', 'id: ASIAVALUE']),
  ...signed('alnum', 36, ['see ghp_VALUE', 'see npm_VALUE']),
  ...signed('alnum', 34, ['see hf_VALUE']),
  ...signed('alnum', 24, ["pay('sk_live_VALUE')", 'post to https://hooks.slack.com/services/T0A1B2C3D/B0A1B2C3D/VALUE']),
  ...signed('base64url', 20, ['see glpat-VALUE']),
  ...signed('alnum', 48, ['see sk-VALUE']),
  ...signed('base64url', 64, ['see sk-proj-VALUE', 'see pypi-VALUE']),
  ...signed('base64url', 93, ['see sk-ant-api03-VALUE']),
  ...signed('base64url', 35, ['maps/api?v=AIzaVALUE']),
  ...signed('hex', 32, ['see dapiVALUE', 'see shpat_VALUE', 'sid SKVALUE']),
  ...signed('hex', 64, ['see dop_v1_VALUE', 'https://b.example.org/o?X-Amz-Date=2021&X-Amz-Signature=VALUE']),
  ...signed('base64url', 33, ['bot 123456789:AAVALUE']),
  ...signed('base64url', 43, ['see SG.abcdefghijklmnopqrst12.VALUE', 'x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.VALUE']),
  ...signed('base64', 640, ['-----BEGIN PRIVATE KEY-----\nVALUE\n-----END PRIVATE KEY-----']),
  // Prose and tables.
  ...of('loose', 'alnum', [
    'The password is VALUE.',
    'The password for the staging server is VALUE, ask Ann for the others.',
    'Log in as admin with the password `VALUE`.',
    'Use VALUE as the API key.',
    'Your token (VALUE) expires in May.',
    '* Password: VALUE',
    '# the old secret was VALUE',
    'API key – VALUE',
    '| admin password | VALUE |',
    '| service | token | since |\n| --- | --- | --- |\n| mail | VALUE | 2021 |',
    '| user | role | password |\n|---|---|---|\n| ann | admin | VALUE |\n| bob | reader | none |',
    '| name | API key |\n|:--|:--|\n| a | first |\n| b | second |\n| c | third |\n| d | `VALUE` |',
    '<tr><td>API token</td><td>VALUE</td></tr>',
    'user      password\nadmin     VALUE',
  ]),
];

/** Lengths of values: the usual ones, and shorter ones, which look less random. */
export const lengthBands = { usual: [16, 40], short: [12, 15] } as const;

/** The `n`-th value of a form: random characters of its alphabet, with a length within the band or prescribed by the form. */
export function drawValue({ alphabet, length }: CredentialForm, seed: number, n: number, [min, max]: readonly [number, number]): string {
  const signs = alphabets[alphabet];
  const at = (i: number) => draw(seed + n, i) >>> 3;
  return Array.from({ length: length ?? min + (at(0) % (max - min + 1)) }, (_, i) => signs[at(i + 1) % signs.length]).join('');
}
