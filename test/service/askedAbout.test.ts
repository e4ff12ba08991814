// Questions about lines of a file: the lines influence the ranking and are never the answer.
import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createService } from '../../src/service/createService.ts';
import type { Service } from '../../src/service/types/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { workFolder } from '../support/workFolder.ts';

const sessions = `"""Sessions that a cookie holds."""
import json

import stamps


class SessionStore:
    def __init__(self, secret: str) -> None:
        self.signer = stamps.TimestampSigner(secret)
        self.max_age = 3600

    def load(self, cookie: bytes) -> dict:
        """Reads what a visitor's cookie holds."""
        data = self.signer.unsign(cookie, max_age=self.max_age)
        return json.loads(data)

    def save(self, session: dict) -> bytes:
        """Signs a session for the answer to a visitor."""
        return self.signer.sign(json.dumps(session).encode())
`;

const stamps = `"""Signatures with a time."""
import hashlib


class TimestampSigner:
    """Signs bytes, with the time at which they were signed."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def sign(self, value: bytes) -> bytes:
        return value + b"." + hashlib.sha256(value + self.secret.encode()).hexdigest().encode()
`;

const background = `# Background tasks

A task that is given to a response runs after it was sent.

\`\`\`python
tasks = BackgroundTasks()
tasks.add_task(send_welcome, to=address)
tasks.add_task(count_signup)
return JSONResponse(message, background=tasks)
\`\`\`

### BackgroundTasks

Used to add multiple background tasks to a response.

Add several tasks by calling \`add_task\` on one object of this class; they run in the order in which they were added.

### BackgroundTask

Used to add a single background task to a response.
`;

const files = {
  'shop/sessions.py': sessions,
  'shop/stamps.py': stamps,
  'docs/background.md': background,
  'docs/notes.md': '# Notes\n\nUsed cups are washed at noon. Used towels too.\n',
  'docs/sessions.md': '# Sessions\n\nA session is kept in a cookie that `TimestampSigner` signs, so that a visitor cannot change it.\n',
};

async function opened(t: TestContext): Promise<{ readonly service: Service; readonly root: string }> {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  return { service, root: folder.root };
}

/** The lines of a file that an answer shows. */
async function shownLines(
  { service, root }: Awaited<ReturnType<typeof opened>>,
  question: string,
  file: keyof typeof files,
  startLine: number,
  endLine = startLine,
) {
  const context = files[file]
    .split('\n')
    .slice(startLine - 1, endLine)
    .join('\n');
  const about = { file: path.join(root, file), startLine, endLine };
  const { blocks, sources } = await service.ask(question, { context, about });
  const shown = blocks.map(({ n, pieces }) => {
    const lines = pieces.flatMap((piece) => piece.text.split('\n').map((_, i) => piece.startLine + i));
    return { path: sources[n - 1]?.path, lines };
  });
  return { shown, sources };
}

test('ask about a line: the answer is other lines, possibly of the same file', async (t) => {
  const { shown } = await shownLines(await opened(t), 'what uses this signer?', 'shop/sessions.py', 9);
  const here = shown.filter(({ path: file }) => file === 'shop/sessions.py').flatMap(({ lines }) => lines);
  assert.ok(here.includes(14) && !here.includes(9), JSON.stringify(shown));
  assert.ok(shown.some(({ path: file }) => file === 'shop/stamps.py'));
});

test('ask about a selection: none of its lines is the answer', async (t) => {
  const { shown } = await shownLines(await opened(t), 'what does this do?', 'shop/sessions.py', 12, 15);
  assert.ok(shown.length > 0);
  for (const { path: file, lines } of shown)
    assert.ok(file !== 'shop/sessions.py' || lines.every((line) => line < 12 || line > 15), JSON.stringify(shown));
});

test('ask about a line of prose: the word that begins it names nothing', async (t) => {
  const { shown, sources } = await shownLines(await opened(t), 'how do I add several tasks?', 'docs/background.md', 14);
  assert.equal(shown[0]?.path, 'docs/background.md');
  const isNamed = sources.some(({ evidence }) =>
    evidence.some(({ kind, keys, via }) => kind === 'name' && via === undefined && keys.includes('used')),
  );
  assert.equal(isNamed, false);
});
