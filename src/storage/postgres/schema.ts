/**
 * The tables of shared indexes, and how those of older versions become those of this one.
 *
 * A published index is a list of immutable segments, as in memory (`engine/index/segment.ts`), and for each the chunks that are deleted. A
 * commit is one row of such lists; it becomes visible by one write of its number into `head`, the last one of a push. The names of a
 * repository (its branches) are rows of `head`, whose commits share segments, as do those of repositories with similar files and the same
 * roles. A row of `lease` keeps the commit that a push builds upon and the segments that it writes from being collected until it expires; a
 * segment that is `gone` is deleted by a later collection.
 *
 * How many live chunks a key has is known without reading a list: the sum of the sizes of its lists less the rows of `dead`, which say of how
 * many chunks with the key a segment (`target`) has been deprived. They are in segments without documents; those whose target is not in the
 * commit count for nothing, so that rewriting a segment settles them.
 *
 * Rows of chunks and postings have an `id`: their number in the segment, and the segment's in the upper 32 bits. Both tables have one
 * partition here; an administrator may put foreign tables of several servers in its place (`docs/shared-index.md`), which is why no unique
 * index is on the whole, and no policy on a partition.
 */

import { SharedIndexError } from '../sharedIndexError.ts';
import type { Connection } from './connection.ts';

/** The statements that lead from version i to version i + 1. Append only. */
const migrations: readonly string[] = [
  `
create table meshrag.repository (
  id integer generated always as identity primary key,
  name text not null unique check (pg_catalog.strpos(pg_catalog.substr(name, 2), '@') = 0),
  roles name[]
);
create table meshrag.head (
  name text primary key,
  repository integer not null,
  commit bigint not null
);
create index on meshrag.head (repository);
create table meshrag.lease (
  id integer generated always as identity primary key,
  commit bigint,
  until timestamptz not null
);
create table meshrag.commit (
  id bigint generated always as identity primary key,
  repository integer not null,
  made timestamptz not null default now(),
  replaced timestamptz,
  version text not null,
  revision text,
  sketch integer[] not null,
  segments integer[] not null,
  tombstones bytea[] not null,
  contents text not null
);
create table meshrag.communities (
  id integer generated always as identity primary key,
  repository integer not null,
  contents text not null,
  data bytea not null,
  unique (repository, contents)
);
alter table meshrag.communities alter column data set storage external;
create table meshrag.segment (
  id integer generated always as identity primary key,
  repository integer not null,
  lease integer not null,
  digest text,
  gone timestamptz,
  chunks integer not null,
  dead integer not null,
  files bytea not null,
  lengths bytea not null,
  traits bytea not null
);
create index on meshrag.segment (repository, digest);
create table meshrag.chunk (
  id bigint not null,
  head bytea not null,
  keys integer[] not null,
  forms bytea not null,
  terms integer[] not null
) partition by hash (id);
create table meshrag.chunk_local partition of meshrag.chunk (primary key (id)) for values with (modulus 1, remainder 0);
create table meshrag.posting (
  segment integer not null,
  key uuid not null,
  id bigint not null,
  size integer not null,
  text bytea,
  data bytea
) partition by hash (key);
create table meshrag.posting_local partition of meshrag.posting (primary key (key, segment) include (size), unique (id))
  for values with (modulus 1, remainder 0);
alter table meshrag.posting alter column data set storage external;
create table meshrag.dead (
  segment integer not null,
  key uuid not null,
  target integer not null,
  count integer not null,
  primary key (segment, key, target)
);
`,
  // A repository with `roles` can be read by these and by those that are members of them; others by all. In its own row, since a list of its own
  // would have to be readable, and would show the names of what is hidden.
  // The owner of the tables sees everything, and nobody else the leases. A partition has no policy: others see its rows through the whole table
  // only. Policies in policies take longer to plan than the rest of a statement, hence the function: a session keeps its plan.
  `
alter table meshrag.repository enable row level security;
create policy readable on meshrag.repository for select using (
  roles is null or roles && (select pg_catalog.array_agg(r.rolname) from pg_catalog.pg_roles r where pg_catalog.pg_has_role(r.oid, 'member'))
);
alter table meshrag.head enable row level security;
create policy readable on meshrag.head for select using (repository in (select r.id from meshrag.repository r));
alter table meshrag.lease enable row level security;
alter table meshrag.commit enable row level security;
create policy readable on meshrag.commit for select using (repository in (select r.id from meshrag.repository r));
alter table meshrag.communities enable row level security;
create policy readable on meshrag.communities for select using (repository in (select r.id from meshrag.repository r));
alter table meshrag.segment enable row level security;
create policy readable on meshrag.segment for select using (repository in (select r.id from meshrag.repository r));
create function meshrag.readable() returns setof integer language sql stable as 'select s.id from meshrag.segment s';
alter table meshrag.chunk enable row level security;
create policy readable on meshrag.chunk for select using ((id >> 32)::integer in (select meshrag.readable()));
alter table meshrag.posting enable row level security;
create policy readable on meshrag.posting for select using (segment in (select meshrag.readable()));
alter table meshrag.dead enable row level security;
create policy readable on meshrag.dead for select using (segment in (select meshrag.readable()));
alter table meshrag.chunk_local enable row level security;
alter table meshrag.posting_local enable row level security;
`,
  // Readers find communities in the keys of passages.
  `
drop table meshrag.communities;
`,
  // What models have said of passages is of contents, which the names of a repository share.
  `
create table meshrag.reply (
  repository integer not null,
  kind text not null,
  part integer not null,
  lines bytea not null,
  primary key (repository, kind, part)
);
alter table meshrag.reply alter column lines set storage external;
alter table meshrag.reply enable row level security;
create policy readable on meshrag.reply for select using (repository in (select r.id from meshrag.repository r));
`,
];

/** The version of the tables; `undefined` if there are none. Throws `SharedIndexError`. */
export async function schemaVersion(connection: Connection): Promise<number | undefined> {
  try {
    const [row] = await connection.query('select version from meshrag.schema');
    return row === undefined ? undefined : Number(row.version);
  } catch (error) {
    if (error instanceof SharedIndexError && error.fault === 'sharedEmpty') return undefined;
    throw error;
  }
}

/** Throws if the tables are missing, or of a newer version; older ones can be read as long as no migration says otherwise. */
export async function checkSchema(connection: Connection): Promise<void> {
  const version = await schemaVersion(connection);
  if (version === undefined) throw new SharedIndexError('sharedEmpty');
  if (version > migrations.length) throw new SharedIndexError('sharedNewer');
}

/** Makes the tables, or brings them to this version. Throws if they are newer. Two at once wait for each other. */
export async function migrate(connection: Connection): Promise<void> {
  const known = await schemaVersion(connection);
  if (known === migrations.length) return;
  if (known !== undefined && known > migrations.length) throw new SharedIndexError('sharedNewer');
  // Another push may make it at the same time.
  await makeVersionTable(connection).catch(() => makeVersionTable(connection));
  await connection.transaction(async () => {
    // Who may only read cannot take it, nor anything that it waits for.
    await connection.query('lock table meshrag.schema in share row exclusive mode');
    const [row] = await connection.query('select version from meshrag.schema');
    const version = row === undefined ? 0 : Number(row.version);
    for (const statements of migrations.slice(version)) {
      for (const statement of statements.split(';')) if (statement.trim() !== '') await connection.query(statement);
    }
    await connection.query('delete from meshrag.schema');
    await connection.query('insert into meshrag.schema (version) values ($1)', [migrations.length]);
  });
}

async function makeVersionTable(connection: Connection): Promise<void> {
  await connection.transaction(async () => {
    // Made by an administrator as a rule; `if not exists` would need the right to make it all the same.
    const [schema] = await connection.query(`select 1 from pg_catalog.pg_namespace where nspname = 'meshrag'`);
    if (schema === undefined) await connection.query('create schema meshrag');
    const [table] = await connection.query(`select 1 from pg_catalog.pg_tables where schemaname = 'meshrag' and tablename = 'schema'`);
    if (table === undefined) await connection.query('create table meshrag.schema (version integer not null)');
  });
}
