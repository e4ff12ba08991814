/** Roles of reStructuredText and MyST: marked-up words, as in ``:class:`~kettle.Lamp` `` and ``{ref}`the lamp <lamp>` ``. */

import { skip } from '../../util/strings.ts';

/** At most 200 characters of content bound the cost. */
const role = /(?<![\w`])(?::([\w+.-]{1,40}(?::[\w+.-]{1,40})?):|\{([\w+.:-]{1,80})\})`([^`\n]{1,200})`/g;

/** Replaces roles by what `shown` makes of the words that a reader sees and, if it differs, the target. */
export function withoutRoles(text: string, shown: (words: string, role: string, target: string) => string): string {
  if (!text.includes(':`') && !text.includes('}`')) return text;
  return text.replace(role, (_, own: string | undefined, mystRole: string | undefined, content: string) => {
    const open = content.endsWith('>') ? content.lastIndexOf('<') : -1;
    const target = open < 0 ? content : content.slice(open + 1, -1);
    const words = open > 0 ? content.slice(0, open).trim() : shortened(target);
    return shown(words, (own ?? mystRole ?? '').split(':').at(-1) as string, target.slice(skip(target, '!~')));
  });
}

/** A tilde shows the last part of a name alone; an exclamation mark is no link. */
function shortened(content: string): string {
  const name = content.slice(skip(content, '!~'));
  return content.startsWith('~') ? (name.split('.').at(-1) as string) : name;
}
