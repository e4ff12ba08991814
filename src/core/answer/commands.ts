/** What is typed into a terminal: examples in the language of a shell, lines with its prompt, and lines that begin with a known program. */

const shells = /^(?:sh|bash|zsh|fish|shell|shellsession|shell-session|console|terminal|powershell|ps1|pwsh|bat|batch|cmd|dos)$/i;
const plain = /^(?:|text|txt|none|plain|plaintext|not[-_]?rust)$/i;
const prompt = /^[ \t]*(?:\$|%|>|PS>|PS [^>\n]*>|C:[^>\n]*>)\s+[\w./~-]/m;
const programs =
  'ant apk apt apt-get bazel brew bun bundle bundler cargo cd choco chmod cmake composer conan conda curl dart deno docker docker-compose dnf dotnet ' +
  'flask flutter gem git go gradle gradlew helm java just kubectl lerna make meson mix mvn ninja node npm npx nuget nx pdm pip pip3 pipenv pipx ' +
  'pnpm pnpx podman poetry port pre-commit pytest python python3 rake ruby rustup sbt scoop snap stack sudo swift task tox turbo uv uvx virtualenv ' +
  'wget winget xcodebuild yarn yum zypper';
const begins = new RegExp(
  String.raw`^[ \t]*(?:\w{1,40}=\S{1,80} ){0,4}(?:\./)?(?:${programs.split(' ').join('|')})(?:\.(?:sh|bat|exe|cmd))? [\w./~@"'$-]`,
  'm',
);
/** Where a known program stands at the beginning of a line, of a span of code or of a string: most texts hold none, which is told by one pass. */
const anywhere = new RegExp(String.raw`(?:^|[\n\`"'$>:!/*#])[ \t]*(?:\./)?(?:${programs.split(' ').join('|')}) [\w./~@"'$-]`);
const exported = /^[ \t]*(?:export|set|source) [\w./~]+(?:=|\s*$)/m;
const script = /^[ \t]*\.{1,2}\/[\w./-]+(?:\s|$)/m;

/** Whether a text may hold a command. */
export function mayHoldCommand(text: string): boolean {
  return anywhere.test(text);
}

/** Whether an example is, or holds, a command; `language` is what its fence names. */
export function holdsCommand(example: string, language: string): boolean {
  if (shells.test(language)) return true;
  return plain.test(language) && [prompt, begins, exported, script].some((pattern) => pattern.test(example));
}

/** Whether a sentence holds a command between backticks. */
export function namesCommand(sentence: string): boolean {
  return [...sentence.matchAll(/(?<!`)(`{1,2})([^`\n]{3,200})\1(?!`)/g)].some(([, , code = '']) => holdsCommand(code, ''));
}

/** A script of a manifest: a name with what is typed for it. */
const manifestScript = /^"[\w:@./-]{1,60}":\s*"(.+)",?$/;
/** A step of a build that is written in YAML. */
const buildStep = /^(?:-\s*)?(?:run|script|command|cmd):\s*(.+)$/;

/** Whether a line of a manifest or of a build's description says what is typed. */
export function isCommandLine(line: string): boolean {
  const said = manifestScript.exec(line)?.[1] ?? buildStep.exec(line)?.[1];
  return said !== undefined && (begins.test(said) || (/^[a-z][\w./@:-]*(?: |$)/.test(said) && / && | --?\w| run /.test(said)));
}
