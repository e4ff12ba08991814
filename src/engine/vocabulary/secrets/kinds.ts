/** Why a text is masked, in the words of the report. */
export const secretKinds = [
  'private key',
  'credential in a URL',
  'known format of a credential',
  'named as a credential',
  'in the place of a credential',
  'password in a command',
] as const;
export type SecretKind = (typeof secretKinds)[number];
