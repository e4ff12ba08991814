import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysNothing } from '../../../src/service/past/emptyMessages.ts';

const isEmpty = (subject: string, body = ''): boolean => saysNothing({ subject, body });

test('messages that say nothing of what was done', () => {
  for (const subject of [
    'Initial commit',
    'first commit',
    'Initial public release',
    'Import from the incubator',
    'wip',
    'WIP: more',
    'fix',
    'Fixes.',
    '...',
    'addressing comments v2',
    'more review changes',
    'Fix review comments (#12)',
    'Apply coding standard',
    "Apply 'standard' to server.js",
    'Run prettier',
    'gofmt',
    'style: semicolons',
    'v2.0.1',
    'Bump the version to 3',
    'build(deps): bump a from 1 to 2',
    'Oops, forgot to add the queue',
    'forgot to commit kettle.ts',
  ])
    assert.equal(isEmpty(subject), true, subject);
});

test('messages that do', () => {
  for (const subject of [
    'Initialise the cache before the first request',
    'Fix the order of comments in exports',
    'Import certificates from the system',
    'Update the index while files change',
    'Format dates as the locale has them',
    'Release the lock when a read fails',
    'Forget the password after an hour',
    'Review queue: show the oldest first',
    'First names are optional',
  ])
    assert.equal(isEmpty(subject), false, subject);
  assert.equal(isEmpty('Initial commit', 'A queue that keeps its order, since the broker does not. '.repeat(3)), false);
});
