import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { absoluteBelow, createPaths, extensionOf } from '../../src/workspace/systemPaths.ts';

const posix = createPaths(path.posix, false);
const mac = createPaths(path.posix, true);
const windows = createPaths(path.win32, true);

test('normalise() gives every spelling of a path one form', () => {
  const check = (input: string, expected: string) => assert.equal(windows.normalise(input), expected);
  check('C:\\Users\\me\\', 'c:\\Users\\me');
  check('c:/Users/me', 'c:\\Users\\me');
  check('C:/Users/./x/../me', 'c:\\Users\\me');
  check('C:\\', 'c:\\');
  check('\\\\server\\share\\dir\\', '\\\\server\\share\\dir');
  check('//server/share/dir', '\\\\server\\share\\dir');
  check('\\\\?\\C:\\long\\path', 'c:\\long\\path');
  check('\\\\?\\UNC\\server\\share\\dir', '\\\\server\\share\\dir');
  assert.equal(posix.normalise('/a/b/../c/'), '/a/c');
  assert.equal(posix.normalise('/'), '/');
});

test('toRelative() uses slashes and detects paths outside', () => {
  assert.equal(windows.toRelative('c:\\Work', 'C:\\work\\src\\a.ts'), 'src/a.ts');
  assert.equal(windows.toRelative('C:\\Work\\', 'c:/Work'), '');
  assert.equal(windows.toRelative('C:\\Work', 'C:\\Workshop\\a.ts'), undefined);
  assert.equal(windows.toRelative('C:\\Work', 'D:\\Work\\a.ts'), undefined);
  assert.equal(windows.toRelative('C:\\Work', 'C:\\Work\\..\\a.ts'), undefined);
  assert.equal(windows.toRelative('\\\\Server\\share', '\\\\server\\share\\x\\y'), 'x/y');
  assert.equal(windows.toRelative('c:\\', 'C:\\x\\y'), 'x/y');
  assert.equal(posix.toRelative('/', '/x/y'), 'x/y');
  assert.equal(posix.toRelative('/Home', '/home/a'), undefined);
  assert.equal(mac.toRelative('/Home', '/home/a'), 'a');
  assert.equal(posix.toRelative('/w', '/w/a\\b'), 'a\\b', 'a backslash is part of a name on POSIX');
});

test('toAbsolute() refuses paths that leave the folder, with the reason', () => {
  assert.equal(windows.toAbsolute('C:\\Work', 'src/a.ts'), 'C:\\Work\\src\\a.ts');
  assert.equal(posix.toAbsolute('/home', 'a\\b'), '/home/a\\b');
  for (const bad of ['../x', 'a/../../x', '/etc/passwd', 'a\0b']) {
    assert.throws(() => posix.toAbsolute('/home', bad), RangeError);
  }
  for (const bad of ['..\\x', 'C:\\x', 'c:x', '\\x', '\\\\server\\share\\x']) {
    assert.throws(() => windows.toAbsolute('C:\\Work', bad), RangeError);
  }
  assert.throws(() => posix.toAbsolute('/home', '../x'), /Cannot resolve path "\.\.\/x": it leaves the folder/);
  assert.equal(posix.toAbsolute('/home', 'a..b/..c'), '/home/a..b/..c');
});

test('isInside() and equal() compare whole names', () => {
  assert.equal(windows.isInside('C:\\a', 'c:\\A\\b'), true);
  assert.equal(windows.isInside('C:\\a', 'c:\\ab'), false);
  assert.equal(windows.equal('C:\\A\\', 'c:/a'), true);
  assert.equal(posix.equal('/a', '/A'), false);
});

test('toRelative() undoes toAbsolute() on both systems', () => {
  const part = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !/[/\\:\0]|^\.{1,2}$/.test(name));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const relative = parts.join('/');
      assert.equal(posix.toRelative('/root/x', posix.toAbsolute('/root/x', relative)), relative);
      assert.equal(windows.toRelative('C:\\root', windows.toAbsolute('c:\\ROOT', relative)), relative);
    }),
  );
});

test('extensionOf() finds no extension in hidden names', () => {
  assert.deepEqual(['a/b.TS', '.env', 'a.b/c', 'x.tar.gz', 'x.'].map(extensionOf), ['ts', '', '', 'gz', '']);
});

test('absoluteBelow() joins what is normal', { skip: process.platform === 'win32' && 'on Windows paths are others' }, () => {
  for (const root of ['/', '/w', '/w/deep folder']) {
    for (const below of ['', 'a', 'a/b.ts']) assert.equal(absoluteBelow(root, below), path.posix.join(root, below));
  }
});

test('innermost() returns the folder that contains a path, the nearest one of nested folders', () => {
  const roots = ['/work', '/work/app/deep', '/work/app', '/other'];
  assert.deepEqual(posix.deepest(roots, '/work/app/deep/a.ts'), { position: 1, path: 'a.ts' });
  assert.deepEqual(posix.deepest(roots, '/work/app/b.ts'), { position: 2, path: 'b.ts' });
  assert.deepEqual(posix.deepest(roots, '/work/app'), { position: 2, path: '' });
  assert.equal(posix.deepest(roots, '/elsewhere/a.ts'), undefined);
});
