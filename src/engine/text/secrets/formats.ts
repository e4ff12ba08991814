/**
 * Credential formats with a distinctive prefix, as defined by their issuers.
 *
 * Cost: one table look-up for each of the first characters of a run; where a prefix may begin, one match per format with that first character.
 */

import { pushTo } from '../../util/pushTo.ts';
import type { Span } from '../spans.ts';

/** Prefixes, separated by spaces, and the pattern of what follows; patterns are bounded, so each match is too. */
const formats: readonly (readonly [begins: string, rest: string])[] = [
  // Cloud platforms.
  ['AKIA ASIA ABIA ACCA', '[A-Z2-7]{16}(?![A-Za-z0-9])'],
  ['ABSK', '[\\w+/]{60,300}={0,2}'],
  ['AIza', '[\\w-]{35}'],
  ['ya29.', '[\\w-]{20,2000}'],
  ['GOCSPX-', '[\\w-]{20,100}'],
  ['LTAI', '[A-Za-z0-9]{12,24}(?![A-Za-z0-9])'],
  ['dop_v1_ doo_v1_ dor_v1_', '[a-f0-9]{64}'],
  ['dapi', '[a-f0-9]{32}'],
  ['HRKU-', '[\\w-]{36,80}'],
  ['fm1r_ fm1a_ fm2_ fo1_', '[\\w+/=-]{40,1000}'],
  ['pul-', '[a-f0-9]{40}'],
  ['dp.pt. dp.st. dp.ct. dp.sa.', '[\\w.-]{40,100}'],
  ['nvapi-', '[\\w-]{60,80}'],
  // Forges and registries.
  ['ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36,255}'],
  ['github_pat_', '\\w{22,255}'],
  ['glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct-', '[\\w.-]{20,300}'],
  ['ATATT3 ATCTT3 ATBB', '[\\w=-]{20,300}'],
  ['npm_', '[A-Za-z0-9]{36}'],
  ['pypi-', '[\\w-]{50,1000}'],
  ['rubygems_', '[a-f0-9]{48}'],
  ['CLOJARS_', '[a-z0-9]{60}'],
  ['dckr_pat_ dckr_oat_', '[\\w-]{20,100}'],
  ['AKCp cmVmd', '[A-Za-z0-9]{59,100}'],
  // Messages and mail.
  ['xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.', '[\\w.-]{10,300}'],
  ['xapp-#-', '[\\w-]{10,300}'],
  ['SG.', '[\\w-]{16,64}\\.[\\w-]{16,100}'],
  ['key-', '[0-9a-f]{32}(?![A-Za-z0-9])'],
  ['SK', '[0-9a-f]{32}(?![A-Za-z0-9])'],
  ['xkeysib- xsmtpsib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'],
  ['AA', '(?<=\\d{8,10}:AA)[\\w-]{33}'],
  ['M N O', '[A-Za-z\\d]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,60}'],
  // Payment and shops.
  ['sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ pk_live_ pk_test_', '[A-Za-z0-9]{16,255}'],
  ['whsec_', '[A-Za-z0-9+/=]{24,255}'],
  ['shpat_ shpca_ shppa_ shpss_', '[a-fA-F0-9]{32}'],
  ['sq0atp- sq0csp- EAAA', '[\\w-]{22,100}(?![\\w+/])'],
  ['EZAK EZTK', '[A-Za-z0-9]{54}'],
  ['FLWSECK_TEST- FLWSECK-', '[a-h0-9]{12,32}'],
  // Models.
  ['sk-ant- sk-or-v1- sk-proj- sk-svcacct- sk-admin- sk-lf- sk-', '(?=[\\w-]{0,40}\\d)[\\w-]{20,300}'],
  ['hf_ api_org_', '[A-Za-z0-9]{30,100}'],
  ['gsk_', '[A-Za-z0-9]{40,80}'],
  ['xai-', '[A-Za-z0-9]{60,100}'],
  ['pplx-', '[A-Za-z0-9]{40,64}'],
  ['r8_', '[\\w-]{37}'],
  ['lsv2_pt_ lsv2_sk_', '[a-f0-9]{32}_[a-f0-9]{10}'],
  ['pcsk_', '[A-Za-z0-9]{5,6}_[A-Za-z0-9]{50,70}'],
  // Tools.
  ['lin_api_ lin_oauth_', '[A-Za-z0-9]{32,64}'],
  ['secret_ ntn_', '[A-Za-z0-9]{43,60}'],
  ['PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'],
  ['glsa_ glc_', '[A-Za-z0-9+/=_]{32,400}'],
  ['hvs. hvb. hvr.', '[\\w-]{20,300}'],
  ['atlasv1.', '[\\w-]{40,100}'],
  ['AGE-SECRET-KEY-1', '[A-Z0-9]{58}'],
  ['NRAK-', '[A-Z0-9]{27}'],
  ['sntrys_ sntryu_', '[\\w+/=-]{32,500}'],
  ['sbp_', '[a-f0-9]{40}'],
  ['sgp_', '\\w{40,70}'],
  ['figd_', '[\\w-]{30,80}'],
  ['pscale_tkn_ pscale_pw_ pscale_oauth_', '[\\w.=-]{32,80}'],
  ['tskey-', '[a-z]{2,20}-[\\w-]{16,100}'],
  ['sha256~', '[\\w-]{43}'],
  ['A3-', '[A-Z0-9]{6}-[A-Z0-9]{6,11}(?:-[A-Z0-9]{5}){3,4}'],
  ['ops_eyJ', '[A-Za-z0-9+/]{100,2000}={0,2}'],
  ['django-insecure-', '[\\w!@#$%^&*()+=/-]{16,80}'],
  // Hashed passwords.
  ['$apr1$ $1$ $5$ $6$ $2a$ $2b$ $2y$ $y$', '[\\w./$]{28,200}'],
  ['$argon2id$ $argon2i$', '[\\w./$+=,-]{28,200}'],
  ['pbkdf2_sha256$', '[\\w./$+=]{40,200}'],
  // Session tokens (JWT), and private keys in base64.
  ['eyJ', '[\\w-]{8,4000}\\.eyJ[\\w-]{8,8000}(?:\\.[\\w-]{0,2000})?'],
  ['LS0tLS1CRUdJTiBSU0EgUFJJ LS0tLS1CRUdJTiBQUklW LS0tLS1CRUdJTiBFQyBQUklW LS0tLS1CRUdJTiBPUEVO', '[A-Za-z0-9+/]{40,8000}={0,2}'],
];

/** Length of the shortest credential. */
const minLength = 14;
/** A prefix must begin within this many characters of a run. */
const window = 160;

const prefixes = formats.flatMap(([heads, rest]) => heads.split(' ').map((head) => ({ head, rest })));
/** By the first character. */
const patternsByFirst = new Map<number, RegExp[]>();
/** Whether a format may begin with these two characters, by their five lowest bits. */
const mayBegin = new Uint8Array(1 << 10);
for (const { head, rest } of prefixes) {
  const first = head.charCodeAt(0);
  pushTo(patternsByFirst, first, new RegExp(head.replaceAll('.', '\\.').replaceAll('$', '\\$$') + rest, 'y'));
  const seconds = head.length > 1 ? [head.charCodeAt(1)] : Array.from({ length: 32 }, (_, bits) => bits);
  for (const second of seconds) mayBegin[pairOf(first, second)] = 1;
}

function pairOf(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31);
}

/** The first credential of a known format in a run, or undefined. */
export function findFormat(text: string, units: Uint16Array, { from, to }: Span): Span | undefined {
  const last = Math.min(to - minLength, from + window);
  for (let at = from; at <= last; at++) {
    const isCandidate = mayBegin[pairOf(units[at] as number, units[at + 1] as number)] === 1;
    if (!isCandidate || (at > from && isAlphanumeric(units[at - 1] as number))) continue;
    for (const pattern of patternsByFirst.get(units[at] as number) ?? []) {
      pattern.lastIndex = at;
      if (pattern.test(text)) return { from: at, to: pattern.lastIndex };
    }
  }
  return undefined;
}

function isAlphanumeric(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || ((unit | 32) >= 97 && (unit | 32) <= 122);
}
