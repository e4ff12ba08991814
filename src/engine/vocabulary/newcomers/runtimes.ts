/**
 * The languages and platforms that a project may need, by the words that ask for them, and the names by which manifests give the version, which follows on the
 * line. All separated by blanks.
 */

export interface Runtime {
  readonly names: string;
  readonly keys: string;
}

export const runtimes: readonly Runtime[] = [
  {
    names: 'java jdk jre jvm',
    keys: 'sourceCompatibility targetCompatibility languageVersion java.version jvmTarget jvmToolchain maven.compiler.source maven.compiler.target maven.compiler.release <release <source',
  },
  { names: 'kotlin', keys: 'kotlin_version kotlin.version kotlinVersion' },
  { names: 'scala', keys: 'scalaVersion' },
  { names: 'python', keys: 'requires-python python_requires python' },
  { names: 'ruby', keys: 'required_ruby_version ruby' },
  { names: 'rust rustc msrv cargo', keys: 'rust-version channel' },
  { names: 'go golang', keys: 'go' },
  { names: 'node nodejs', keys: '"node"' },
  { names: 'php', keys: '"php"' },
  { names: 'elixir', keys: 'elixir:' },
  { names: 'net dotnet netstandard framework frameworks', keys: '<TargetFrameworks <TargetFramework' },
  { names: 'swift', keys: 'swift-tools-version' },
  { names: 'dart flutter', keys: 'sdk: flutter:' },
  { names: 'cmake', keys: 'cmake_minimum_required' },
  { names: 'haskell ghc', keys: 'tested-with' },
  { names: 'zig', keys: '.minimum_zig_version' },
  { names: 'terraform opentofu', keys: 'required_version' },
];

/** The names of files that say so, and the ends of others. */
export const runtimeFiles =
  'package.json composer.json pyproject.toml setup.cfg setup.py cargo.toml rust-toolchain.toml go.mod mix.exs package.swift pubspec.yaml pom.xml build.sbt gemfile gradle.properties build.gradle build.gradle.kts cmakelists.txt .gemspec .csproj .fsproj .cabal .props .zon .tf';
