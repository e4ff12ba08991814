/**
 * Translates messages of the language server and the model clients: these are English, as in the log and on the command line, and are
 * recognised here by their wording. Unknown messages stay in English.
 */

/** Translates one text with placeholders `{0}`, `{1}`. */
type Translate = (english: string) => string;

export interface ServerTexts {
  /** One or more sentences: about a folder, a failed request, or a question without results. */
  message(english: string): string;
  /** The reason why a file is left out. */
  reason(english: string): string;
}

export function serverTexts(t: Translate): ServerTexts {
  const patternsOf = (known: Known) => known.map(([english, own]) => [patternOf(english), own] as const);
  const sentences = patternsOf([...ofFolders(t), ...ofAnswers(t), ...ofModels(t)]);
  const requests = patternsOf(ofRequests(t));
  const reasons = new Map(knownReasons(t));
  const [lookedFor, nowhere] = [t('Looked for: {0}.'), t('Not found anywhere: {0}.')];
  const parts = new Map([...knownParts(t), ...reasons]);
  const filled = (own: string, values: readonly unknown[]): string =>
    own.replace(/\{(\d)\}/g, (_, n: string) => {
      const value = String(values[Number(n)] ?? '');
      // The user's own words are never translated.
      return own === lookedFor || own === nowhere ? value : (parts.get(value) ?? value);
    });
  const inOwnWords = (known: ReturnType<typeof patternsOf>, english: string): string =>
    known.reduce((text, [pattern, own]) => text.replace(pattern, (_, ...found) => filled(own, found)), english);
  return {
    message(english) {
      const text = inOwnWords(sentences, english);
      return text === english ? inOwnWords(requests, english) : text;
    },
    reason: (english) => reasons.get(english) ?? english,
  };
}

type Known = readonly (readonly [english: string, own: string])[];

/** With placeholders for variable parts; longer sentences precede their prefixes. */
function ofFolders(translate: Translate): Known {
  const t = (english: string) => [english, translate(english)] as const;
  return [
    t('Another program has locked the index file; this index is kept in memory.'),
    t('Another program has locked the index file; changes are kept in memory until it is released.'),
    t('Another version of this program has taken over the index file; changes are kept in memory.'),
    t('Another window maintains this index; this one only reads it.'),
    t('A window with another version maintains this index; here it is kept in memory.'),
    t('Some of the derived data was damaged. It is built again as it is needed.'),
    t('The derived data cannot be written; it is kept in memory.'),
    t('The file of derived data {0}. It is filled again as it is needed.'),
    t('The index file was written by another version. It was rebuilt.'),
    t('The index file is damaged and will be rebuilt at the next start; changes are kept in memory.'),
    t('The index file cannot be written ({0}); changes are kept in memory.'),
    t('The index file {0} and cannot be replaced; this index is kept in memory.'),
    t('The index file {0} and cannot be replaced ({1}); this index is kept in memory.'),
    t('The index file {0}. It was rebuilt; the old one is kept as {1}.'),
    t('The saved segments of the index became unreadable and were rebuilt.'),
    t('The storage of the index file allows no write-ahead log, so writing takes longer.'),
    t('The index takes {0} MB, more than the memory budget of {1} MB, and could not be put on disk: {2}'),
    t('The index is larger than the memory budget of {0} MB: {1} MB of it are read from disk, so questions may take longer.'),
    t('{0} MB of names and places must stay in memory.'),
    t('Cannot list folder {0}: {1}, a readable directory is expected'),
    t('Cannot list tracked files: git reports {0}, ignored files that are tracked are left out'),
    t('Cannot list tracked files: there is no git on the PATH, ignored files that are tracked are left out'),
  ];
}

/** The sentences of `nothingFound`. */
function ofAnswers(translate: Translate): Known {
  const t = (english: string) => [english, translate(english)] as const;
  return [
    t('The question contains no word to search for.'),
    t('Nothing in this workspace mentions that.'),
    t('Looked for: {0}.'),
    t('Not found anywhere: {0}.'),
  ];
}

/** Errors of requests. Each must match a whole message: such short texts also occur in messages of endpoints. */
function ofRequests(translate: Translate): Known {
  const t = (english: string) => [english, translate(english)] as const;
  return [
    t('The index is being rebuilt'),
    t('The index was cleared'),
    t('The folder was closed'),
    t('The index of {0} cannot be {1} here: another window keeps it; do it there, or close that window'),
    t('The index of {0} cannot be rebuilt while indexing is paused; resume it first'),
    t('{0} is not in the index; the report explains why'),
    t('{0} is not in an open folder'),
    t('{0} is not an open folder of this workspace'),
    t('{0} is not a file on this machine'),
    t('{0} has {1} lines, so there is no line {2}'),
    t('{0} has 1 line, so there is no line {1}'),
    t('{0} cannot be shown: {1}'),
    t('{0} is gone'),
    t('meshrag/{0}: "{1}" is too long: {2} characters, at most {3} are allowed'),
  ];
}

/** Errors of a model or its endpoint; the endpoint's own message follows untranslated. */
function ofModels(translate: Translate): Known {
  const t = (english: string) => [english, translate(english)] as const;
  return [
    t('The question and its sources are too long for the model {0}.'),
    t('No source fits beside the question into the {0} tokens of {1}'),
    t('{0} rejects the key ({1}): check MESHRAG_API_KEY or the stored key.'),
    t('{0} does not know the model {1}, or is not the base URL of an API (404); most end in /v1.'),
    t('{0} accepts no more requests for now (429): wait a moment, or check your quota.'),
    t('{0} failed ({1}). Try again later.'),
    t('{0} rejects the request ({1}).'),
    t('{0} broke off the answer with an error.'),
    t(
      'The certificate of {0} is not trusted ({1}): NODE_EXTRA_CA_CERTS can name the file of its authority, and VS Code trusts those of the system.',
    ),
    t('{0} closed the connection before the answer was complete.'),
    t('Cannot reach {0} ({1}): check that it runs and that the address is right.'),
    t('Cannot reach {0}: check that it runs and that the address is right.'),
    t('{0} has not responded for {1} s, so the request was abandoned.'),
    t('{0} answered with {1}, expected {2}: is it the base URL of an API? Most end in /v1.'),
    t('{0} redirects to {1}; redirects are not followed, so that nothing is sent to an address that you did not choose.'),
    t('{0} did not finish its answer within {1} minutes and {2} MB; the rest was not read.'),
    t('{0} answered with tool calls alone, although no tools were offered: choose another model.'),
    t('{0} ended its answer without any text: try again, or choose another model.'),
    t('{0} sent an answer that does not follow the protocol.'),
    t('{0} sent a part of the answer that is not JSON.'),
    t('{0} sent no list of models.'),
    t('{0} ended its answer without an end'),
    t('The endpoint {0} is not an http or https URL, such as http://localhost:11434/v1'),
    t('The endpoint contains a user name or password; keys are stored separately'),
    t('Server message: {0}'),
  ];
}

/** Phrases that may fill a placeholder above. */
function knownParts(translate: Translate): Known {
  const t = (english: string) => [english, translate(english)] as const;
  return [
    t('was damaged'),
    t('was written by another version'),
    t('was written by a newer version'),
    t('belonged to another program'),
    t('it is not a regular file'),
    t('it does not exist (any more)'),
    t('it is not a directory'),
    t('reading it is not allowed'),
    t('rebuilt'),
    t('cleared'),
  ];
}

function knownReasons(translate: Translate): Known {
  const t = (english: string) => [english, translate(english)] as const;
  return [
    t('ignored'),
    t('excluded'),
    t('too large'),
    t('generated'),
    t('data'),
    t('dependency'),
    t('secret'),
    t('binary'),
    t('unreadable'),
    t('not a regular file'),
    t('link'),
    t('changed while read'),
    t('too slow'),
    t('name not valid UTF-8'),
    t('nested repository'),
    t('notebook layout'),
    t('not analysed'),
  ];
}

/** Matches a sentence anywhere in a text; each `{n}` matches part of a line. */
function patternOf(english: string): RegExp {
  const source = english
    .split(/\{\d\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^\\n]{1,600}?)');
  // A trailing placeholder extends to the end; a dot inside a value ends no sentence.
  return new RegExp(`${source}${/\{\d\}$/.test(english) ? '$' : '(?= |$)'}`, 'g');
}
