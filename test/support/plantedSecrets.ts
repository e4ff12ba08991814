/** Forty invented secrets of many kinds, each in realistic lines. Drawn from a fixed seed, so that no scanner finds one here. */

/** One planted secret. */
export interface Planted {
  readonly kind: string;
  /** Must not be found anywhere. */
  readonly secret: string;
  /** The lines that contain it. */
  readonly text: string;
}

let state = 20_260_101;
function draw(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) % below;
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const hex = '0123456789abcdef';
const mixed = lower + upper + digits;

/** Characters drawn from an alphabet; always with a digit and a letter near the beginning. */
function some(length: number, alphabet: string = mixed): string {
  const signs = Array.from({ length }, () => alphabet.charAt(draw(alphabet.length)));
  signs[1] = '7';
  signs[2] = alphabet.includes('q') ? 'q' : alphabet === hex ? 'b' : 'Q';
  return signs.join('');
}

const kinds: Readonly<Record<string, (make: typeof some) => { readonly secret: string; readonly text: (secret: string) => string }>> = {
  'aws key id': (make) => ({ secret: `AKIA${make(16, `${upper}234567`)}`, text: (s) => `aws_access_key_id = ${s}` }),
  'aws secret': (make) => ({ secret: make(40, `${mixed}+/`), text: (s) => `aws_secret_access_key = ${s}` }),
  'github token': (make) => ({ secret: `ghp_${make(36)}`, text: (s) => `git clone with ${s} as user` }),
  'github fine-grained': (make) => ({ secret: `github_pat_${make(22)}_${make(59)}`, text: (s) => `# ${s}` }),
  gitlab: (make) => ({ secret: `glpat-${make(20)}`, text: (s) => `curl --header "PRIVATE-TOKEN: ${s}"` }),
  'slack bot': (make) => ({ secret: `xoxb-${make(12, digits)}-${make(24)}`, text: (s) => `const bot = "${s}";` }),
  'slack webhook': (make) => ({
    secret: `T${make(8)}/B${make(8)}/${make(24)}`,
    text: (s) => `post to https://hooks.slack.com/services/${s} please`,
  }),
  stripe: (make) => ({ secret: `sk_live_${make(24)}`, text: (s) => `stripe.setKey('${s}')` }),
  openai: (make) => ({ secret: `sk-${make(48)}`, text: (s) => `client = Client("${s}")` }),
  'openai project': (make) => ({ secret: `sk-proj-${make(64, `${mixed}-_`)}`, text: (s) => `The key ${s} is used.` }),
  anthropic: (make) => ({ secret: `sk-ant-api03-${make(80, `${mixed}-_`)}`, text: (s) => `ANTHROPIC=${s}` }),
  google: (make) => ({ secret: `AIza${make(35, `${mixed}-_`)}`, text: (s) => `<script src="https://maps/api?key=${s}"></script>` }),
  'google client': (make) => ({ secret: `GOCSPX-${make(28)}`, text: (s) => `"client_secret": "${s}",` }),
  npm: (make) => ({ secret: `npm_${make(36)}`, text: (s) => `//registry.example/:_authToken=${s}` }),
  pypi: (make) => ({ secret: `pypi-${make(90)}`, text: (s) => `password = ${s}` }),
  'hugging face': (make) => ({ secret: `hf_${make(34)}`, text: (s) => `login("${s}")` }),
  docker: (make) => ({ secret: `dckr_pat_${make(27)}`, text: (s) => `docker login -p ${s}` }),
  'digital ocean': (make) => ({ secret: `dop_v1_${make(64, hex)}`, text: (s) => `doctl auth init -t ${s}` }),
  sendgrid: (make) => ({ secret: `SG.${make(22)}.${make(43)}`, text: (s) => `sg = '${s}'` }),
  twilio: (make) => ({ secret: `SK${make(32, hex)}`, text: (s) => `sid: ${s}` }),
  mailgun: (make) => ({ secret: `key-${make(32, hex)}`, text: (s) => `mailgun: api:${s}` }),
  telegram: (make) => ({ secret: `${make(9, digits).replace('Q', '5')}:AA${make(33)}`, text: (s) => `bot ${s}` }),
  shopify: (make) => ({ secret: `shpat_${make(32, hex)}`, text: (s) => `shop ${s}` }),
  databricks: (make) => ({ secret: `dapi${make(32, hex)}`, text: (s) => `host x; ${s}` }),
  vault: (make) => ({ secret: `hvs.${make(90)}`, text: (s) => `vault login ${s}` }),
  groq: (make) => ({ secret: `gsk_${make(52)}`, text: (s) => `groq ${s}` }),
  'session token (JWT)': (make) => ({ secret: `eyJ${make(30)}.eyJ${make(80)}.${make(43)}`, text: (s) => `Authorization: Bearer ${s}` }),
  'RSA key': (make) => block('RSA PRIVATE KEY', make, 6),
  'PKCS8 key': (make) => block('PRIVATE KEY', make, 3),
  'OpenSSH key': (make) => block('OPENSSH PRIVATE KEY', make, 5),
  'postgres URL': (make) => ({ secret: `${make(14)}`, text: (s) => `DATABASE=postgres://admin:${s}@db.internal:5432/app` }),
  'URL, a word': () => ({ secret: 'swordfishes', text: (s) => `redis://default:${s}@cache:6379` }),
  'password in JSON': (make) => ({ secret: `${make(12)}!`, text: (s) => `  "password": "${s}",` }),
  'password in YAML': (make) => ({ secret: make(24), text: (s) => `db_password: ${s}` }),
  'environment line': (make) => ({ secret: make(32, hex), text: (s) => `export SESSION_SECRET=${s}` }),
  'api key in code': (make) => ({ secret: make(32), text: (s) => `const apiKey = '${s}';` }),
  'python token': (make) => ({ secret: make(40, hex), text: (s) => `auth_token="${s}"` }),
  'azure account': (make) => ({ secret: `${make(86, `${mixed}+/`)}==`, text: (s) => `AccountName=x;AccountKey=${s};EndpointSuffix=core` }),
  'bearer, opaque': (make) => ({ secret: make(40), text: (s) => `headers: { Authorization: 'Bearer ${s}' }` }),
  'short password': () => ({ secret: 'Tr0ub4dor&3', text: (s) => `password = "${s}"` }),
};

function block(name: string, make: typeof some, lines: number): { secret: string; text: (secret: string) => string } {
  const secret = make(64, `${mixed}+/`);
  const rest = Array.from({ length: lines }, () => make(64, `${mixed}+/`)).join('\n');
  return { secret, text: (s) => `-----BEGIN ${name}-----\n${rest}\n${s}\n-----END ${name}-----` };
}

/** The forty. */
export const planted: readonly Planted[] = Object.entries(kinds).map(([kind, of]) => {
  const { secret, text } = of(some);
  return { kind, secret, text: text(secret) };
});
