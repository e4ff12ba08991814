// The version of a language that a project needs, wherever a manifest or the README says it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceOn } from '../../support/serviceOn.ts';

const files = {
  'README.md': '# Tarrow\n\nA tide table. It needs Java 21 or later.\n',
  'tide/build.gradle': 'if (JavaVersion.current().isJava8()) { }\nsourceCompatibility = JavaVersion.VERSION_21\n',
  'app/App.csproj': '<Project>\n  <TargetFrameworks>net8.0;net6.0</TargetFrameworks>\n</Project>\n',
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
});
