/**
 * The program's messages about folders, requests and models: every sentence in one table, by its code. Errors and reports carry
 * codes with arguments; the command line and the log fill in the English, the extension its translation (`l10n`).
 */

import type { Message } from '../engine/message.ts';

/** English by code; `{0}`, `{1}` are filled in. A code without an entry, such as the reason why a file is left out, is its own text. */
export const sentences = {
  /** A text that is not ours, or is worded already. */
  verbatim: '{0}',

  takenOver: 'Another program has changed the stored index; changes are kept in memory.',
  followed: 'Another program, such as an editor window or an agent, maintains this index; here it is read-only.',
  followedElsewhere: 'A program of another version, such as an editor window, maintains this index; here it is kept in memory.',
  otherVersion: 'The index was written by another version and has been rebuilt.',
  unwritable: 'The index cannot be written ({0}); changes are kept in memory.',
  derivedDamaged: 'Some derived data was damaged. It is rebuilt as needed.',
  derivedUnwritable: 'The derived data cannot be written; it is kept in memory.',
  damaged: 'Part of the stored index was damaged. The files in it are read again.',
  noSqlite: 'Node.js {0} has no node:sqlite (22.13 or newer has it); this index is kept in memory.',

  unlisted: 'Cannot list folder {0}: {1}; expected a readable directory',
  gitRefused: 'Cannot list tracked files: git reports {0}; tracked files that are also ignored are skipped',
  noGit: 'Cannot list tracked files: no git on the PATH outside the folder; tracked files that are also ignored are skipped',

  rebuilding: 'The index is being rebuilt',
  cleared: 'The index was cleared',
  closed: 'The folder was closed',
  keptElsewhere:
    'The index of {0} cannot be {1} here: another program, such as an editor window or an agent, maintains it; do it there, or close that program',
  pausedRebuild: 'Cannot rebuild the index of {0} while indexing is paused; resume it first',
  importing: 'An index is being imported',
  pausedImport: 'Cannot import into the index of {0} while indexing is paused; resume it first',
  noEmbedder: 'No embedding model can be used: none is set, or you have not agreed to what is sent to it.',
  overEstimate: 'This would send more than {0} tokens, exceeding the estimate: some requests were repeated, or files have changed.',
  gatesTooMany: 'Gates can be verified in indexes of up to {0} passages; this one has {1}.',
  artifactForeign: '{0} is not an exported index; meshrag export writes one.',
  artifactVersion: '{0} was exported by another version of this program; export it again with this one.',
  artifactDamaged: '{0} is damaged: its content differs from what was exported; get a new copy.',
  artifactUnreadable: '{0} cannot be read ({1}); check its path and permissions.',
  artifactUnwritable: '{0} cannot be written ({1}); choose another directory.',
  artifactUnused: 'The files are analysed here instead.',
  sharedAddress:
    'The address of a shared index must be postgres://USER@HOST:PORT/DATABASE, optionally with sslmode and sslrootcert, https://HOST/PATH without a user, query or fragment, or file:///PATH.',
  sharedPassword:
    'The address of a shared index must not contain a password; set PGPASSWORD in the environment, or store the password as a secret in the editor.',
  sharedPlainText: 'Only a server on this machine may be used without encryption; omit sslmode, set it to verify-full, or use https.',
  sharedUser: 'Neither the address of the shared index nor PGUSER names a user.',
  sharedCertificateFile: 'Cannot read the certificate file named by sslrootcert or PGSSLROOTCERT.',
  sharedName: 'The name of a shared index must have 1 to 200 characters, none of them invisible, and no space at the beginning or end.',
  sharedUnreachable: 'The server of the shared index cannot be reached, or closed the connection.',
  sharedFolder: 'The folder of the shared index cannot be read; check that it exists and that you have permission to read it.',
  sharedShard: 'Part of the shared index cannot be reached: one of the servers that hold it is down.',
  sharedTooSlow: 'The server of the shared index, or one that holds a part of it, did not respond in time.',
  sharedConnections: 'The server of the shared index accepts no more connections.',
  sharedCredentials:
    'The server of the shared index rejected the user or the password; check PGUSER, and PGPASSWORD or the secret stored in the editor.',
  sharedLogin:
    'The server of the shared index asks, without encryption, for the password in a form that others could read or use; configure it to ask for scram-sha-256.',
  sharedCertificate:
    "The certificate of the server of the shared index does not match the server's name, has expired, or is not trusted (sslrootcert names its issuer).",
  sharedEncryption: 'The server of the shared index offers no encryption.',
  sharedSettings:
    'A connection pooler in front of the shared index does not forward startup options: configure it to ignore them, and set them for the role instead.',
  sharedRights: 'The user lacks permissions for the shared index.',
  sharedEmpty: 'There is no shared index in this database; meshrag push creates one.',
  sharedUnknownName: 'No index has been published there under that name.',
  sharedNewer: 'The shared index was created by a newer version of this program.',
  sharedNoRanges: 'The web server of the shared index does not support range requests; put the files on one that does.',
  sharedOtherVersion: 'The shared index was published by another version of this program; publish it again with this one.',
  sharedSpace: 'The server of the shared index has no space left.',
  sharedDamaged: 'The shared index is damaged: it differs from what was published.',
  sharedExcess:
    'The shared index, or a response from its server, is far larger than anything this program publishes; the rest was not read. Publish it again.',
  sharedGone: 'The published index was replaced and removed in the meantime; ask again.',
  sharedIncomplete: 'The index of this folder lists a file without its analysis; update the index first.',
  sharedPushed: 'Others keep publishing under this name; try again.',
  sharedWhole: 'This needs the whole index, which a shared index does not provide.',
  sharedFallback: 'Until it is available again, answers come from the index on this machine; missing files are analysed.',
  sharedFailed: 'The server of the shared index rejected a statement ({0}).',
  notIndexed: '{0} is not in the index; the report explains why',
  unknownEnd: '{0} is neither a name nor a file in the index',
  unknownEndNear: '{0} is neither a name nor a file in the index; the nearest names are {1}',
  unknownPath: '{0} is not a file in the index',
  unknownPathNear: '{0} is not a file in the index; the nearest are {1}',
  pathSeveral: '{1} paths end in {0}: {2}; name one of them',
  foreignQuestion:
    'No result is in the language of the question; ask in the language of the texts, or use a language model, which searches for their words.',
  noEntityAsked: 'The question contains no name or symbol, and {0} compares nothing else.',
  fileLeftOut: '{0} is not indexed: {1}.',
  pathLeftOut: '{0} is not indexed: {1}',
  symbolOfFile: '{0} is a file; its outline lists what it defines',
  connectSame: '{0} and {1} are the same.',
  connectNone: '{0} and {1} are not connected within {2} steps.',
  connectedByUses: '{0} and {1} are connected by calls, types, imports or fields, through {2}.',
  connectedByNames: 'No calls, types, imports or fields connect {0} and {1}. Passages that share names do, through {2}.',
  connectSeveral: '{0} has {1} definitions; a path may start or end at any of them.',
  connectFolders: '{0} and {1} are in different folders; calls and imports are followed only within one folder.',
  connectCommon: '{0} is too common to link passages: {1} of {2} contain it.',
  connectPartial: '{0} of {1} intermediate passages were not examined, so a path may be missing.',
  unsaved: '{0} has unsaved changes, which are not included yet.',
  impactNoGit: '{0} is not in a usable git repository, so its uncommitted changes are unknown; name a file or a symbol.',
  impactNoCommit: '{0} has no commit yet, so every file counts as new.',
  impactNoChanges: 'No indexed file of {0} has uncommitted changes.',
  impactMissing: 'Changed files that could not be compared because the repository lacks their committed contents: {0}.',
  impactRenamed: '{0} was renamed to {1}.',
  impactDeleted: '{0} was deleted; uses of its names are found by name.',
  impactSeveral: '{0} has {1} definitions; the users of all of them are listed.',
  impactUndefined: '{0} is not defined here; everything with that name is listed.',
  impactNames: 'The users of {0} of {1} names were looked up.',
  impactUnread: 'Files that contain these names but were not read, so some users may be missing: {0}.',
  impactUnfollowed: 'Names whose users were not followed because there are too many or they are too common ({0}): {1}.',
  impactPassages: 'Related files are ranked by {0} of the {1} passages that change.',
  noChangeLog: 'No change log that names a version was found.',
  recentCommits: 'The newest commits:',
  recentCommitsAbout: 'The newest commits about {0}:',
  recentCommit: '\n{0} “{1}” ({2})',
  readFirst: 'Read first: {0}.',
  folderHolds: 'Files in {0}: {1}.',
  foldersInside: 'By folder: {0}.',
  definedAt: '{0} is defined at {1}.',
  definedIn: '{0} is defined in {1} places.',
  definedNowhere: 'Nothing here is called {0}.',
  definedNowhereNear: 'Nothing here is called {0}; nearest: {1}.',
  usedOnce: '{0} is {1} in one line.',
  usedInFile: '{0} is {1} in {2} lines of one file.',
  usedIn: '{0} is {1} in {2} lines of {3} files.',
  usedOtherwise: '{0} is never called by name, but is used in other ways.',
  reaches: 'Files that a change to {0} reaches directly: {1}; through them: {2}.',
  reachesNothing: 'Nothing was found that a change to {0} would reach.',
  notCalled: 'No call to {0} was found.',
  notImported: 'Nothing was found that imports {0}.',
  notExtended: 'Nothing was found that extends or implements {0}.',
  notUsed: 'No use of {0} was found.',
  notTested: 'No test that uses {0} was found.',
  madeBy: '{0} came with “{1}” ({2}, {3}).',
  changedBy: 'It was last changed substantially with “{0}” ({1}, {2}).',
  lastChangedBy: '{0} was last changed substantially with “{1}” ({2}, {3}).',
  removedBy: '{0} was removed with “{1}” ({2}, {3}).',
  renamedBy: '{0} was renamed to {1} with “{2}” ({3}, {4}).',
  saysWhy: '{0}: “{1}”',
  noReason: 'Nothing was found that says why {0} is so.',
  pastShallow: 'Older commits were not fetched, so the first one may be missing; git fetch --unshallow fetches them.',
  pastCut: 'Only the newest {0} commits are known, so the first one may be missing.',
  pastSlow: 'git did not answer within {0} s, so a commit may be missing.',
  pastRefused: 'A commit may be missing: {0}',
  pastOff: 'The history of {0} is not read: reading it is turned off, git may not run there, or it is not a git repository.',
  pastUnread: 'The history of {0} is not known. {1}',
  notDocumented: 'No document that mentions {0} was found.',
  notInFolder: '{0} is not in an open folder',
  notOpen: '{0} is not an open folder of this workspace',
  notOnDisk: '{0} is not a file on this machine',
  noLine: '{0} has {1} lines, so there is no line {2}',
  noLineOfOne: '{0} has 1 line, so there is no line {1}',
  notShown: '{0} cannot be shown: {1}',
  gone: '{0} no longer exists.',
  tooLong: '{0}: "{1}" is too long: {2} characters, at most {3} are allowed',

  overflow: 'The question and its sources are too long for the model {0}.',
  requestTooLong: 'A request of {0} tokens exceeds the {1} tokens of {2}',
  noSourceFits: 'No source fits into the {0} tokens of {1} along with the question',
  keyRejected: '{0} rejects the key ({1}): check MESHRAG_API_KEY or the stored key.',
  modelUnknown: '{0} does not know the model {1}, or is not the base URL of an API (404); most end in /v1.',
  rateLimited: '{0} accepts no more requests for now (429): wait a moment, or check your quota.',
  serverFailed: '{0} failed ({1}). Try again later.',
  requestRejected: '{0} rejects the request ({1}).',
  brokenOff: '{0} aborted the answer with an error.',
  certificate:
    'The certificate of {0} is not trusted ({1}): set NODE_EXTRA_CA_CERTS to the file of its certificate authority; VS Code also trusts those of the system.',
  connectionClosed: '{0} closed the connection before the answer was complete.',
  unreachable: 'Cannot reach {0}: check that it runs and that the address is right.',
  unreachableFor: 'Cannot reach {0} ({1}): check that it runs and that the address is right.',
  silent: '{0} has not responded for {1} s, so the request was abandoned.',
  contentType: '{0} answered with {1}, expected {2}: is it the base URL of an API? Most end in /v1.',
  redirected: '{0} redirects to {1}; redirects are not followed, so that nothing is sent to an address that you did not choose.',
  excess: '{0} sent an answer with more parts or levels than expected; the rest was not read.',
  unfinished: '{0} did not finish its answer within {1} minutes and {2} MB; the rest was not read.',
  toolCallsAlone: '{0} answered only with tool calls, although no tools were offered: choose another model.',
  emptyAnswer: '{0} ended its answer without any text: try again, or choose another model.',
  onlyLooks: '{0} asked to look further instead of answering.',
  restatedNothing: '{0} did not restate the question; it was searched for as it is.',
  restatedLate: '{0} did not restate the question within {1} s; it was searched for as it is.',
  offProtocol: '{0} sent an answer that does not follow the protocol.',
  notJson: '{0} sent a part of the answer that is not JSON.',
  noModelList: '{0} sent no list of models.',
  wrongVectors: '{0} sent {1} vectors of {2} numbers for {3} texts.',
  noEnd: '{0} closed the stream before the end of its answer',
  patternEmpty: 'There is nothing to search for: enter text or a regular expression.',
  patternRefused:
    'The pattern {0} cannot be used: {1}. It is read as a regular expression in RE2 syntax; in quotes, or with --fixed, as plain text.',
  occurrences: 'Lines that match: {0}, in {1} of {2} files.',
  fileNotSearched: '1 file of {0} was not searched: {1}.',
  filesNotSearched: '{0} files of {1} were not searched: {2}.',

  invalidEndpoint: 'The endpoint {0} is not an http or https URL, such as http://localhost:11434/v1',
  endpointWithPassword: 'The endpoint contains a user name or password; keys are stored separately',
  serverMessage: 'Server message: {0}',
} as const;

/** Parts of the sentences above; each is its own code. */
export const phrases = [
  'it does not exist (any more)',
  'it is not a directory',
  'reading it is not allowed',
  'rebuilt',
  'cleared',
  'filled from an export',
  'called',
  'imported',
  'extended or implemented',
  'tested',
  'mentioned in documents',
  'used',
  'Definitions',
  'Files',
  'Calls',
  'Subtypes',
  'Subtypes of these',
  'Throws and catches',
  'Imports',
  'Users',
  'Other uses',
  'Tests',
  'Documents',
  'Reached through these',
  'Code',
  'a group or a class is not closed',
  'a parenthesis closes no group',
  'there is nothing to repeat',
  'an escape, class, flag or group name is unknown',
  'look-around and back-references cannot be matched in linear time',
  'it is too large',
  'not on this machine',
] as const;

export function message(code: keyof typeof sentences, ...values: Message['arguments']): Message {
  return { code, arguments: values };
}

/** A part whose code is its English: one of `phrases`, or the reason why a file is left out. */
export function phrase(code: string): Message {
  return { code, arguments: [] };
}

/** The sentences as one text, in English unless `translate` is given. */
export function textOf(messages: readonly Message[] = [], translate = (english: string): string => english): string {
  const worded = ({ code, arguments: values }: Message): string =>
    translate((sentences as Readonly<Record<string, string>>)[code] ?? code).replace(/\{(\d)\}/g, (_, n: string) => {
      const value = values[Number(n)] ?? '';
      return typeof value === 'object' ? worded(value) : String(value);
    });
  return messages.map(worded).join(' ');
}

/** The same with other texts filled in. */
export function mapTexts(messages: readonly Message[], map: (text: string) => string): readonly Message[] {
  const mapped = (value: string | number | Message) =>
    typeof value === 'string' ? map(value) : typeof value === 'number' ? value : (mapTexts([value], map)[0] as Message);
  return messages.map(({ code, arguments: values }) => ({ code, arguments: values.map(mapped) }));
}

/** An error with its sentences. Other copies of this class exist in other bundles: `messagesOf` recognises them all. */
export class MessageError extends Error {
  readonly messages: readonly Message[];

  constructor(messages: Message | readonly Message[], options?: ErrorOptions) {
    const all = 'code' in messages ? [messages] : messages;
    super(textOf(all), options);
    this.messages = all;
  }
}

/** The message of whatever was thrown, for logs. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The sentences of an error; the message of one without is taken as it is. */
export function messagesOf(error: unknown): readonly Message[] {
  if (!(error instanceof Error)) return [message('verbatim', String(error))];
  return 'messages' in error && Array.isArray(error.messages) ? error.messages : [message('verbatim', error.message)];
}
