// Builds everything that runs into dist/: one options object per bundle.
// `node esbuild.js` builds once, minified; `--watch` rebuilds on change with source maps, `--quiet` tells no sizes.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { thirdPartyNotices } from './scripts/lib/notices.js';
import { engineSource, writeNpmPackage } from './scripts/lib/npmPackage.js';
import { versionModule } from './scripts/versions/versions.js';

const root = path.dirname(fileURLToPath(import.meta.url));
const watch = process.argv.includes('--watch');
const isQuiet = process.argv.includes('--quiet');

/** @type {esbuild.BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  // Licences are in dist/ThirdPartyNotices.txt, whole.
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  minifySyntax: !watch,
  minifyWhitespace: !watch,
  sourcemap: watch ? 'linked' : false,
  // Names of classes and functions reach logs and error messages, so they are left as they are: telling them at run time would take longer.
};

/** @type {esbuild.BuildOptions} */
const node = { ...shared, platform: 'node', target: 'node22', conditions: ['node', 'import'], mainFields: ['module', 'main'] };

/**
 * Makes a module a file of its own beside the bundle, read when it is first needed. It must be imported dynamically, and share no classes
 * with the rest.
 * @param {string} source
 * @returns {esbuild.Plugin}
 */
const apart = (source) => {
  const name = path.basename(source, '.ts');
  return {
    name: `${name} apart`,
    setup(build) {
      build.onResolve({ filter: new RegExp(`/${name}\\.ts$`) }, ({ kind, path: wanted }) => {
        // What it is a bundle of itself.
        if (kind === 'entry-point') return undefined;
        if (kind !== 'dynamic-import') return { errors: [{ text: `${wanted} is a file of its own, so it must be imported dynamically` }] };
        return { path: `./${name}.cjs`, external: true };
      });
    },
  };
};

/**
 * Loads all commands as one: each is small, and split by what every set of them shares, the program would be read from three times as many files.
 * @type {esbuild.Plugin}
 */
const commandsTogether = {
  name: 'commands together',
  setup(build) {
    const table = path.join(root, 'src/cli/commands.ts');
    build.onResolve({ filter: /^\.\/(?:commands|models)\// }, ({ kind, importer }) =>
      kind === 'dynamic-import' && importer === table ? { path: 'commands', namespace: 'together' } : undefined,
    );
    build.onLoad({ filter: /^commands$/, namespace: 'together' }, () => {
      const files = [...fs.readFileSync(table, 'utf8').matchAll(/import\('(\.\/(?:commands|models)\/[^']+)'\)/g)];
      return { contents: files.map(([, file]) => `export * from '${file}';`).join('\n'), resolveDir: path.dirname(table) };
    });
  },
};

const versionSource = await versionModule(root);
if (versionSource !== fs.readFileSync(path.join(root, 'src/engine/version.ts'), 'utf8'))
  console.warn('src/engine/version.ts is out of date, so what is built has other versions than the sources: run npm run versions');

/** @type {esbuild.Plugin} the versions of stored forms are those of what is built, whatever the sources say */
const versions = {
  name: 'versions',
  setup(build) {
    build.onLoad({ filter: /[\\/]engine[\\/]version\.ts$/ }, () => ({ contents: versionSource, loader: 'ts' }));
  },
};

/**
 * Leaves out what OpenAI's client offers for services of its own (assistants, agents, realtime), and no endpoint is asked for: a fifth of it.
 * @type {esbuild.Plugin}
 */
const withoutBeta = {
  name: 'without beta',
  setup(build) {
    build.onLoad({ filter: /[\\/]openai[\\/]resources[\\/]beta[\\/]beta\.mjs$/ }, () => ({ contents: 'export class Beta {}' }));
  },
};

/**
 * Leaves out the compiler of schemas by which the protocol's server would check what it has asked a client's user: nothing is asked.
 * @type {esbuild.Plugin}
 */
const withoutSchemas = {
  name: 'without schemas',
  setup(build) {
    build.onLoad({ filter: /[\\/]sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

/**
 * Leaves out what would find addresses in plain text, which no reader of Markdown here is told to do.
 * @type {esbuild.Plugin}
 */
const withoutAddresses = {
  name: 'without addresses',
  setup(build) {
    build.onLoad({ filter: /[\\/]linkify-it[\\/].*\.m?js$/ }, () => ({ contents: 'export class LinkifyIt {}' }));
  },
};

/** Half of what the extension would hold, and few windows ask a model. */
const modelClientSource = 'src/models/openaiModel.ts';
/** The grammars for colours, which only panels with code need. */
const highlighterSource = 'src/server/answers/highlighter.ts';

/** The VS Code side. CommonJS, because the extension host loads `main` by require. */
const extension = {
  ...node,
  entryPoints: { extension: 'src/extension/extension.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  external: ['vscode'],
  plugins: [apart(modelClientSource), withoutAddresses],
  // An `import()` becomes a require.
  supported: { 'dynamic-import': false },
};

/** The files of their own: the client of models' endpoints for the extension, the highlighter for the server. */
const onDemand = {
  ...node,
  entryPoints: { openaiModel: modelClientSource, highlighter: highlighterSource },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  plugins: [withoutBeta],
};

/** What pg loads and is never asked: there is one connection, values are parsed by storage/postgres/values.ts, passwords are given. */
const unusedByPg = Object.fromEntries(
  ['pg-pool', 'pg-types', 'pgpass'].map((name) => [name, path.join(root, 'scripts/lib/unusedByPg.cjs')]),
);

/** The language server, a process of its own. */
const server = {
  ...node,
  entryPoints: { server: 'src/server/main.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  // CommonJS knows its folder by another name.
  define: { 'import.meta.dirname': '__dirname' },
  plugins: [apart(highlighterSource), versions, withoutAddresses],
  alias: unusedByPg,
  supported: { 'dynamic-import': false },
};

const workers = {
  readingWorker: 'src/service/folder/update/readingWorker.ts',
  taskWorker: 'src/service/scheduling/taskWorker.ts',
};

/** The worker threads of the server: one reads and analyses files in a first build, one runs long tasks of retrieval systems. */
const worker = {
  ...node,
  entryPoints: workers,
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  plugins: [versions, withoutAddresses],
  minifyIdentifiers: !watch,
};

/** Made when it is first called, since it is part of every file. */
const lazyRequire = `import { createRequire as bundleRequire } from 'node:module';
let madeRequire;
const require = (name) => (madeRequire ??= bundleRequire(import.meta.url))(name);`;

/** The command line with its workers, and the engine for other programs. Each command is a part of its own, so that nobody waits for what only others need. */
const cli = {
  ...node,
  entryPoints: { cli: 'src/cli/start.ts', ...workers, engine: engineSource },
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  chunkNames: 'cli/[name]-[hash]',
  plugins: [versions, commandsTogether, withoutBeta, withoutSchemas, withoutAddresses],
  alias: unusedByPg,
  minifyIdentifiers: !watch,
  // Bundled CommonJS packages ask for require.
  banner: { js: lazyRequire },
};

/** One bundle per panel: src/webview/<panel>/main.ts becomes dist/webview/<panel>.js (and .css, if it imports styles). */
const webviews = {
  ...shared,
  entryPoints: panelEntries(),
  outdir: 'dist/webview',
  platform: 'browser',
  target: 'es2022',
  format: 'iife',
  plugins: [withoutAddresses],
  minifyIdentifiers: !watch,
};

/** @returns {Record<string, string>} */
function panelEntries() {
  const folder = path.join(root, 'src/webview');
  const panels = fs.readdirSync(folder).sort();
  return Object.fromEntries(
    panels.filter((panel) => fs.existsSync(path.join(folder, panel, 'main.ts'))).map((panel) => [panel, `src/webview/${panel}/main.ts`]),
  );
}

async function build() {
  try {
    const results = await Promise.all(bundles.map((bundle) => esbuild.build(/** @type {esbuild.BuildOptions} */ (bundle))));
    return results.map(({ metafile }) => /** @type {esbuild.Metafile} */ (metafile));
  } catch {
    // esbuild has printed what is wrong and where.
    process.exit(1);
  }
}

const bundles = [extension, onDemand, server, worker, cli, webviews];

if (watch) {
  for (const bundle of bundles) await (await esbuild.context(/** @type {esbuild.BuildOptions} */ (bundle))).watch();
  console.log('watching; stop with Ctrl-C');
} else {
  fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  fs.mkdirSync(path.join(root, 'dist'));
  const startedMs = Date.now();
  const metafiles = await build();
  try {
    fs.writeFileSync(path.join(root, 'dist/ThirdPartyNotices.txt'), thirdPartyNotices(root, metafiles));
    writeNpmPackage(root, /** @type {esbuild.Metafile} */ (metafiles[bundles.indexOf(cli)]));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    fs.rmSync(path.join(root, 'dist'), { recursive: true });
    process.exit(1);
  }
  for (const file of fs.readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true })) {
    if (file.isFile() && !isQuiet) {
      const full = path.join(file.parentPath, file.name);
      console.log(`${path.relative(root, full).padEnd(28)} ${Math.ceil(fs.statSync(full).size / 1024)} kB`);
    }
  }
  console.log(`built in ${Date.now() - startedMs} ms`);
}
