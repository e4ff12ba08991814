// The rooms of the source and their allowed imports, checked by test/house.test.ts. A room is a folder with all folders below it that have
// no line of their own. Upper rooms know nothing of lower ones.

/** @type {Readonly<Record<string, readonly string[]>>} a room, and the rooms that it may import besides itself */
export const rooms = {
  'engine/util': [],
  'engine/hash': ['engine/util'],
  'engine/algorithms': [],
  'engine/text': ['engine', 'engine/util', 'engine/vocabulary'],
  'engine/vocabulary': ['engine'],
  'engine/index': ['engine', 'engine/text', 'engine/util'],
  'engine/question': ['engine', 'engine/text', 'engine/util', 'engine/vocabulary'],
  'engine/past': ['engine/hash', 'engine/question', 'engine/retrieval', 'engine/text', 'engine/util'],
  'engine/drift': ['engine/relations', 'engine/text', 'engine/util'],
  'engine/relations': ['engine', 'engine/index', 'engine/retrieval', 'engine/text', 'engine/util'],
  'engine/impact': ['engine', 'engine/index', 'engine/relations', 'engine/retrieval', 'engine/text', 'engine/util'],
  'engine/naming': ['engine', 'engine/index', 'engine/text', 'engine/util', 'engine/vocabulary'],
  'engine/retrieval': ['engine', 'engine/index', 'engine/naming', 'engine/question', 'engine/text', 'engine/vocabulary', 'engine/util'],
  'engine/connect': [
    'engine',
    'engine/index',
    'engine/question',
    'engine/relations',
    'engine/retrieval',
    'engine/text',
    'engine/vocabulary',
  ],
  'engine/graph': [
    'engine',
    'engine/algorithms',
    'engine/hash',
    'engine/index',
    'engine/naming',
    'engine/retrieval',
    'engine/text',
    'engine/util',
    'engine/vocabulary',
  ],
  'engine/parts': ['engine', 'engine/algorithms', 'engine/index', 'engine/retrieval', 'engine/text', 'engine/util'],
  'engine/answer': ['engine', 'engine/drift', 'engine/question', 'engine/retrieval', 'engine/text', 'engine/util', 'engine/vocabulary'],
  engine: ['engine/*'],
  systems: [
    'engine',
    'engine/algorithms',
    'engine/answer',
    'engine/hash',
    'engine/index',
    'engine/question',
    'engine/retrieval',
    'engine/text',
    'engine/util',
    'engine/vocabulary',
  ],
  messages: ['engine'],
  storage: ['engine', 'engine/index', 'engine/past', 'engine/retrieval', 'engine/text', 'engine/util', 'messages'],
  workspace: ['engine', 'engine/past', 'engine/text', 'engine/util', 'messages'],
  models: ['engine', 'engine/answer', 'engine/retrieval', 'engine/util', 'messages'],
  tools: ['engine/answer', 'engine/text'],
  'service/types': ['engine', 'engine/*', 'systems', 'storage', 'workspace'],
  'service/scheduling': ['engine/graph', 'engine/retrieval', 'engine/util', 'systems'],
  'service/folder': ['engine', 'engine/*', 'messages', 'storage', 'workspace', 'service/scheduling', 'service/types'],
  'service/ask': ['engine', 'engine/*', 'systems', 'messages', 'storage', 'workspace', 'service/folder', 'service/types'],
  'service/explore': [
    ...['engine', 'engine/*', 'messages', 'storage', 'workspace'],
    ...['service/ask', 'service/folder', 'service/occurrences', 'service/scheduling', 'service/types'],
  ],
  'service/occurrences': [
    ...['engine', 'engine/relations', 'engine/text', 'engine/util', 'messages', 'workspace'],
    ...['service/folder', 'service/relations', 'service/scheduling', 'service/types'],
  ],
  'service/systems': [
    ...['engine', 'engine/*', 'systems', 'messages', 'storage'],
    ...['service/ask', 'service/explore', 'service/folder', 'service/scheduling', 'service/types'],
  ],
  'service/relations': [
    ...['engine', 'engine/*', 'messages', 'workspace'],
    ...['service/ask', 'service/explore', 'service/folder', 'service/scheduling', 'service/types'],
  ],
  'service/tools': [
    ...['engine', 'engine/*', 'messages', 'storage', 'workspace', 'tools'],
    ...['service/ask', 'service/occurrences', 'service/past', 'service/relations', 'service/types'],
  ],
  'service/past': [
    ...['engine', 'engine/*', 'messages', 'storage', 'workspace'],
    ...['service/ask', 'service/folder', 'service/relations', 'service/scheduling', 'service/types'],
  ],
  'service/treeRows': ['engine', 'engine/parts', 'engine/util', 'service/explore', 'service/tools', 'service/types'],
  'service/answerers': [
    ...['engine', 'engine/*', 'messages', 'workspace'],
    ...['service/ask', 'service/folder', 'service/occurrences', 'service/past', 'service/relations', 'service/types'],
  ],
  service: ['engine', 'engine/*', 'systems', 'messages', 'storage', 'workspace', 'service/*'],
  protocol: ['engine', 'engine/answer', 'engine/retrieval', 'engine/text', 'engine/util', 'service/types', 'tools'],
  server: [
    'engine',
    'engine/answer',
    'engine/graph',
    'engine/parts',
    'engine/retrieval',
    'engine/text',
    'engine/util',
    'systems',
    'messages',
    'workspace',
    'tools',
    'service',
    'service/*',
    'protocol',
  ],
  extension: ['messages', 'models', 'tools', 'protocol'],
  webview: ['protocol'],
  cli: ['engine', 'engine/*', 'systems', 'messages', 'storage', 'workspace', 'models', 'tools', 'service', 'service/*'],
};

/**
 * @param {string} file relative to the project, with "/"
 * @returns {string} its room, or '' if it is in none
 */
export function roomOf(file) {
  const parts = file.split('/').slice(1, -1);
  for (let depth = parts.length; depth > 0; depth--) {
    const room = parts.slice(0, depth).join('/');
    if (room in rooms) return room;
  }
  return '';
}

/**
 * @param {string} from
 * @param {string} to another room
 */
export function mayImport(from, to) {
  return (rooms[from] ?? []).some((allowed) => (allowed.endsWith('/*') ? to.startsWith(allowed.slice(0, -1)) : allowed === to));
}
