import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typesSatisfying } from '../../../src/engine/relations/satisfying.ts';
import type { Files } from '../../support/memoryIndex.ts';
import { sourceOf } from '../../support/relationSource.ts';

const store = `package kv

type Store interface {
\tLoad(ctx Context, key string) ([]byte, error)
\tSave(ctx Context, key string, value []byte) error
}
`;

async function satisfying(name: string, path: string, files: Files): Promise<readonly string[]> {
  const found = await typesSatisfying(name, path, sourceOf(files));
  return found.map((place) => `${place.path}:${place.line}`).sort();
}

test('types that have all methods of an interface, over the files and packages of a folder', async () => {
  const files = {
    'kv/store.go': store,
    'kv/file.go':
      'package kv\n\ntype File struct {\n\tdir string\n}\n\nfunc (f *File) Load(_ Context, key string) (b []byte, err error) { return }\n',
    'kv/fileSave.go': 'package kv\n\nfunc (f File) Save(ctx Context, key string, value []byte) error {\n\treturn nil\n}\n',
    'redis/redis.go':
      'package redis\n\ntype DB struct{}\n\nfunc (DB) Load(kv.Context, string) ([]byte, error) { return nil, nil }\n\nfunc (DB) Save(a kv.Context, b string, c []byte,) error { return nil }\n',
    'half/half.go': 'package half\n\ntype Half struct{}\n\nfunc (Half) Load(kv.Context, string) ([]byte, error) { return nil, nil }\n',
    'other/other.go':
      'package other\n\ntype Other struct{}\n\nfunc (Other) Load(key string) ([]byte, error) { return nil, nil }\n\nfunc (Other) Save(key string) error { return nil }\n',
  };
  assert.deepEqual(await satisfying('Store', 'kv/store.go', files), ['kv/file.go:3', 'redis/redis.go:3']);
  assert.deepEqual(await satisfying('File', 'kv/file.go', files), []);
});

test('an interface has the methods of those that it embeds', async () => {
  const files = {
    'io/io.go':
      'package io\n\ntype Reader interface {\n\tRead(p []byte) (int, error)\n}\n\ntype Closer interface{ Close() error }\n\ntype ReadCloser interface {\n\tReader\n\tCloser\n}\n',
    'a/a.go':
      'package a\n\ntype Pipe struct{}\n\nfunc (p *Pipe) Read(b []byte) (int, error) { return 0, nil }\n\nfunc (p *Pipe) Close() error { return nil }\n',
    'b/b.go': 'package b\n\ntype Half struct{ *Pipe }\n\nfunc (h Half) Close() error { return nil }\n',
  };
  assert.deepEqual(await satisfying('ReadCloser', 'io/io.go', files), ['a/a.go:3']);
  assert.deepEqual(await satisfying('Closer', 'io/io.go', files), ['a/a.go:3', 'b/b.go:3']);
  assert.deepEqual(await satisfying('Half', 'b/b.go', files), []);
});

test('a method in lower case is known to its package alone; other languages name what they implement', async () => {
  const files = {
    'a/a.go':
      'package a\n\ntype node interface {\n\tvisit(f func(a, b int))\n}\n\ntype leaf int\n\nfunc (l leaf) visit(f func(a, b int)) {}\n',
    'b/b.go': 'package b\n\ntype leaf int\n\nfunc (l leaf) visit(f func(a, b int)) {}\n',
    'a.ts': 'export interface Shape {\n  area(): number;\n}\nexport class Box {\n  area(): number {\n    return 1;\n  }\n}\n',
  };
  assert.deepEqual(await satisfying('node', 'a/a.go', files), ['a/a.go:7']);
  assert.deepEqual(await satisfying('Shape', 'a.ts', files), []);
});
