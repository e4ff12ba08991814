/**
 * What is indexed and what is not. One table of defaults for the extension and the command line; every field is a setting.
 *
 * The lists of names are patterns in the syntax of ignore files, case-insensitive and relative to the folder: a pattern without `/` matches
 * a name anywhere, a trailing `/` matches directories only, a later `!pattern` negates an earlier one.
 */
export interface IndexSettings {
  /** Larger files are skipped as `too large`. Bytes. */
  maxFileBytes: number;
  /** Files with one of `largeDataExtensions` above this size are skipped as `data`. Bytes. */
  maxDataBytes: number;
  /** minimatch globs relative to the folder. If not empty, only files that match one, or lie in a directory that does, are indexed. */
  include: string[];
  /** minimatch globs relative to the folder. A glob that matches a directory excludes everything below it. */
  exclude: string[];
  /** Respect `.gitignore`, git's other exclude files and `.ignore`. `.meshragignore` is always respected. */
  useIgnoreFiles: boolean;
  /** A file with a longer mean line is skipped as `generated` if many of its lines are so long, unless its extension is in `proseExtensions`. */
  maxMeanLineLength: number;
  /** Names of generated files: lock files, minified files, source maps, snapshots. */
  generatedNames: string[];
  /** Extensions, in lower case and without the dot, that are skipped as `data` at any size. */
  dataExtensions: string[];
  /** Extensions that are skipped as `data` above `maxDataBytes`. */
  largeDataExtensions: string[];
  /** Extensions of texts in which a paragraph may be one long line. */
  proseExtensions: string[];
  /**
   * Directories of installed packages, caches and build output: only names that are never used for sources. Directories that can be
   * recognised by their content (a virtual environment, a cache with CACHEDIR.TAG, vendored modules) need not be listed.
   */
  dependencyDirectories: string[];
  /** Names of files that hold keys or passwords. */
  secretNames: string[];
  /** Additional patterns for a folder: none of them can negate one of `secretNames`. */
  moreSecretNames: string[];
  /** VS Code's `files.encoding`, for files without a byte order mark; `utf8` lets the bytes decide. */
  encoding: string;
  /** VS Code's `files.associations`: ids of languages by globs, which are matched as VS Code does (`associations.ts`). */
  associations: Record<string, string>;
  /** A file that takes longer to read is skipped as `too slow`. Milliseconds. */
  fileTimeBudgetMs: number;
}

/** The defaults of every setting. */
export const defaultSettings: IndexSettings = {
  maxFileBytes: 1024 * 1024,
  maxDataBytes: 64 * 1024,
  include: [],
  exclude: [],
  useIgnoreFiles: true,
  maxMeanLineLength: 300,
  generatedNames: [
    // Lock files.
    ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb', 'deno.lock'],
    ...['Cargo.lock', 'poetry.lock', 'Pipfile.lock', 'uv.lock', 'pdm.lock', 'pixi.lock', 'conda-lock.yml', 'composer.lock', 'Gemfile.lock'],
    ...['go.sum', 'go.work.sum', 'mix.lock', 'rebar.lock', 'pubspec.lock', 'Podfile.lock', 'Cartfile.resolved', 'Package.resolved'],
    ...[
      'packages.lock.json',
      'paket.lock',
      'gradle.lockfile',
      'flake.lock',
      'stack.yaml.lock',
      'cabal.project.freeze',
      '.terraform.lock.hcl',
    ],
    // Minified files, source maps, snapshots, compiler state.
    ...['*.min.*', '*.js.map', '*.[cm]js.map', '*.jsx.map', '*.css.map', '*.ts.map', '*.[cm]ts.map', '*.tsx.map', '*.wasm.map'],
    ...['*.snap', '__snapshots__/', '*.tsbuildinfo'],
  ],
  // Tables, drawings, catalogs of translations.
  dataExtensions: ['csv', 'tsv', 'svg', 'eps', 'po', 'pot', 'xlf', 'xliff'],
  largeDataExtensions: ['json', 'jsonl', 'ndjson', 'geojson', 'topojson', 'xml', 'plist'],
  proseExtensions: [
    'md',
    'markdown',
    'mdx',
    'mdown',
    'mkd',
    'qmd',
    'rmd',
    'txt',
    'text',
    'rst',
    'adoc',
    'asciidoc',
    'org',
    'tex',
    'wiki',
    'textile',
  ],
  dependencyDirectories: [
    // JavaScript.
    ...['node_modules/', 'bower_components/', 'jspm_packages/', '.yarn/', '.pnpm-store/', '.next/', '.nuxt/', '.svelte-kit/'],
    ...['.parcel-cache/', '.turbo/', '.angular/', '.vscode-test/', '.nyc_output/'],
    // Python.
    ...['.venv/', 'site-packages/', '__pycache__/', '__pypackages__/', '.tox/', '.nox/', '.eggs/', '*.egg-info/', '*.dist-info/'],
    ...['.mypy_cache/', '.pytest_cache/', '.ruff_cache/', '.ipynb_checkpoints/'],
    // Others, by tool: Gradle, Bundler, Terraform, CocoaPods, Dart, Elm, Haskell, Elixir, Zig, Bazel.
    ...['.gradle/', '.bundle/', '.terraform/', 'Pods/', '.dart_tool/', 'elm-stuff/', '.stack-work/', 'dist-newstyle/', '.elixir_ls/'],
    ...['.zig-cache/', 'zig-cache/', 'bazel-bin/', 'bazel-out/'],
  ],
  secretNames: [
    ...[
      '.env',
      '.env.*',
      '!.env.example',
      '!.env.sample',
      '!.env.template',
      '!.env.dist',
      '.envrc',
      '*.env',
      '!example.env',
      '!sample.env',
    ],
    ...['*.pem', '*.key', '*.pfx', '*.p12', '*.pkcs12', '*.jks', '*.keystore', '*.ppk', '*.kdb', '*.kdbx', '*.agekey', '*.ovpn'],
    ...['id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*', '.ssh/', '.gnupg/', '.aws/', '.azure/', '.kube/', '**/.docker/config.json'],
    ...['credentials', 'credentials.json', 'credentials.yml', 'credentials.yaml', 'credentials.toml', 'credentials.ini', 'credentials.xml'],
    ...['credentials.yml.enc', 'secrets.json', 'secrets.yml', 'secrets.yaml', 'secrets.toml', 'secrets.ini', 'client_secret*.json'],
    ...['service-account*.json', 'service_account*.json', 'application_default_credentials.json', 'kubeconfig', '*.kubeconfig'],
    ...['.npmrc', '.netrc', '_netrc', '.pypirc', '.git-credentials', '.htpasswd', '.pgpass', '.my.cnf', '.dockercfg', '.s3cfg', '.boto'],
    ...['.vault-token', '.terraformrc', 'terraform.rc', '*.tfvars', '*.tfvars.json', '*.tfstate', '*.tfstate.*', 'wp-config.php'],
  ],
  moreSecretNames: [],
  encoding: 'utf8',
  associations: {},
  fileTimeBudgetMs: 2000,
};
