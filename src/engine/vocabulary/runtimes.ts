/**
 * The languages and platforms that a project may need, by the words that ask for them, and how lines of manifests say which version: the version follows.
 */

export interface Runtime {
  readonly names: string;
  readonly line: RegExp;
}

export const runtimes: readonly Runtime[] = [
  {
    names: 'java jdk jre jvm',
    line: /(?:(?:source|target)Compatibility|languageVersion|java[-_.]?version["']?\s*[=:>]|jvmTarget|jvmToolchain|maven\.compiler\.(?:source|target|release)|<release>).*\d/i,
  },
  { names: 'kotlin', line: /kotlin.*version.*\d/i },
  { names: 'scala', line: /scalaVersion.*\d/ },
  { names: 'python', line: /(?:requires-python|python_requires|^python\s*=).*\d/ },
  { names: 'ruby', line: /(?:required_ruby_version|^ruby\b).*\d/ },
  { names: 'rust rustc msrv cargo', line: /(?:^rust-version|^channel)\b.*\d/ },
  { names: 'go golang', line: /^go \d/ },
  { names: 'node nodejs', line: /"node"\s*:.*\d/ },
  { names: 'php', line: /"php"\s*:.*\d/ },
  { names: 'elixir', line: /^\s*elixir:.*\d/ },
  { names: 'erlang otp', line: /otp.*\d/i },
  { names: 'net dotnet netstandard framework frameworks', line: /<TargetFrameworks?\b.*\d/ },
  { names: 'swift', line: /swift-tools-version.*\d/ },
  { names: 'dart flutter', line: /^\s+(?:sdk|flutter):.*\d/ },
  { names: 'cmake', line: /cmake_minimum_required.*\d/i },
  { names: 'perl', line: /(?:min_perl_version|^(?:use|requires) (?:perl\W+)?v?5).*\d/i },
  { names: 'haskell ghc', line: /(?:tested-with|\bbase\s*[>^=]).*\d/i },
  { names: 'zig', line: /minimum_zig_version.*\d/ },
];

/** Files that say so, of any folder near the root. */
export const runtimeFile =
  /(?:^|\/)(?:package\.json|composer\.json|pyproject\.toml|setup\.(?:cfg|py)|cargo\.toml|rust-toolchain(?:\.toml)?|go\.mod|mix\.exs|package\.swift|pubspec\.yaml|pom\.xml|build\.sbt|gemfile|gradle\.properties|build\.gradle(?:\.kts)?|cmakelists\.txt|[^/]+\.(?:gemspec|[cf]sproj|cabal|props|zon)|makefile\.pl|cpanfile)$/i;
