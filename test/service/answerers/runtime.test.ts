// The version of a language that a project needs, wherever a manifest or the README says it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceOn } from '../../support/serviceOn.ts';

const files = {
  'README.md': '# Tarrow\n\nA tide table. It needs Java 21 or later.\n',
  'tide/build.gradle': 'if (JavaVersion.current().isJava8()) { }\nsourceCompatibility = JavaVersion.VERSION_21\n',
  'app/App.csproj': '<Project>\n  <TargetFrameworks>net8.0;net6.0</TargetFrameworks>\n</Project>\n',
  'package.json': '{\n  "dependencies": {\n    "tidelib": "^4.1.0"\n  }\n}\n',
  'infra/versions.tf': 'terraform {\n  required_version = ">= 1.5.7"\n}\n',
  'INSTALL.md': '# Install\n\nThe tables are kept in PostgreSQL, in a database of its own.\n\nPostgreSQL 14 or newer.\n',
  'src/Tide.java': '/** Heights of the JDK. */\nclass Tide {}\n',
};

test('by any of its names', async (t) => {
  const { service } = await serviceOn(t, files);
  const placesOf = async (question: string): Promise<readonly string[]> => {
    const { blocks, sources } = await service.ask(question);
    return blocks.map(({ n, startLine }) => `${sources[n - 1]?.path}:${startLine}`);
  };
  assert.deepEqual(await placesOf('What JDK do I need?'), ['tide/build.gradle:2', 'README.md:3']);
  assert.deepEqual(await placesOf('Which .NET versions are targeted?'), ['app/App.csproj:2']);
  assert.deepEqual(await placesOf('Which terraform version do I need?'), ['infra/versions.tf:2']);
});

test('of anything with one name', async (t) => {
  const { service } = await serviceOn(t, files);
  const firstOf = async (question: string): Promise<string | undefined> => (await service.ask(question)).blocks[0]?.pieces[0]?.text;
  assert.equal(await firstOf('Which PostgreSQL version is required?'), 'PostgreSQL 14 or newer.');
  assert.equal(await firstOf('Which version of tidelib do I need?'), '    "tidelib": "^4.1.0"');
  assert.notEqual(await firstOf('Which PostgreSQL tables are there?'), 'PostgreSQL 14 or newer.');
});

test('by the elements of a Maven plugin, and by no record of versions, whatever it is called', async (t) => {
  const { service } = await serviceOn(t, {
    'pom.xml': '<project>\n  <configuration>\n    <source>8</source>\n  </configuration>\n</project>\n',
    'archive.txt':
      'Release 3.0 [2021-May-03]\n  * Runs on Java 17.\n\nRelease 2.0 [2020-May-03]\n  * Faster.\n\nRelease 1.0 [2019-May-03]\n  * New.\n',
  });
  const { blocks, sources } = await service.ask('Which Java version is required?');
  assert.deepEqual(
    blocks.map(({ n, startLine }) => `${sources[n - 1]?.path}:${startLine}`),
    ['pom.xml:3'],
  );
});
