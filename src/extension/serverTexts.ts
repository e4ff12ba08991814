/**
 * What the language server says of folders, in the user's language: it speaks English, as its log and the command line do, and its
 * sentences are known here by their words. One that is not known stays as it came.
 */

/** Translates one text; values stand as `{0}`, `{1}` in it. */
type Translate = (english: string) => string;

export interface ServerTexts {
  /** One or several sentences about a folder. */
  message(told: string): string;
  /** Why a file is left out. */
  reason(told: string): string;
}

export function serverTexts(t: Translate): ServerTexts {
  const sentences = knownSentences(t).map(([english, own]) => [patternOf(english), own] as const);
  const reasons = new Map(knownReasons(t));
  const parts = new Map(knownParts(t));
  const filled = (own: string, values: readonly unknown[]): string =>
    own.replace(/\{(\d)\}/g, (_, n: string) => {
      const value = String(values[Number(n)] ?? '');
      return parts.get(value) ?? value;
    });
  return {
    message: (told) => sentences.reduce((text, [pattern, own]) => text.replace(pattern, (_, ...found) => filled(own, found)), told),
    reason: (told) => reasons.get(told) ?? told,
  };
}

type Known = readonly (readonly [english: string, own: string])[];

/** With what varies as `{0}`; what begins like another one stands before it. */
function knownSentences(translate: Translate): Known {
  const t = (english: string) => [english, translate(english)] as const;
  return [
    t('Another program holds the index file; this index is kept in memory.'),
    t('Another program holds the index file; changes are kept in memory until it lets go.'),
    t('Another version of this program has taken over the index file; changes are kept in memory.'),
    t('Another window keeps this index; this one reads along.'),
    t('A window with another version keeps this index; here it is kept in memory.'),
    t('The index file was written by another version. It was rebuilt.'),
    t('The index file is damaged and will be rebuilt at the next start; changes are kept in memory.'),
    t('The index file cannot be written ({0}); changes are kept in memory.'),
    t('The index file {0} and cannot be replaced; this index is kept in memory.'),
    t('The index file {0} and cannot be replaced ({1}); this index is kept in memory.'),
    t('The index file {0}. It was rebuilt; the old one is kept as {1}.'),
    t('The storage of the index file allows no write-ahead log, so writing takes longer.'),
    t('The index takes {0} MB, more than the memory budget of {1} MB, and could not be put on disk: {2}'),
    t('The index is larger than the memory budget of {0} MB: {1} MB of it are read from disk, so questions may take longer.'),
    t('{0} MB of names and places must stay in memory.'),
    t('Cannot list folder {0}: {1}, a readable directory is wanted'),
    t('Cannot list tracked files: git says {0}, ignored files that are tracked are left out'),
  ];
}

/** What can stand in a sentence above. */
function knownParts(translate: Translate): Known {
  const t = (english: string) => [english, translate(english)] as const;
  return [
    t('was damaged'),
    t('was written by a newer version'),
    t('belonged to another program'),
    t('it is no regular file'),
    t('it does not exist (any more)'),
    t('it is not a directory'),
    t('reading it is not allowed'),
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
  ];
}

/** Finds a sentence anywhere in a text; each `{n}` stands for some of a line. */
function patternOf(english: string): RegExp {
  const source = english
    .split(/\{\d\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^\\n]{1,300}?)');
  // What ends with a value goes to the end; a dot inside a value ends no sentence.
  return new RegExp(`${source}${/\{\d\}$/.test(english) ? '$' : '(?= |$)'}`, 'g');
}
