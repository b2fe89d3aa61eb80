import { POOLED_SETTINGS } from './pooled-settings.ts'
import { REPORT_TABLES } from './report-tables.ts'

/** The roles of a deployment's database. */
export interface DatabaseRoles {
  readonly database: string
  /** For `database.directUrl`: it migrates, and makes and drops the parts of tables. */
  readonly owner: string
  /** For `database.url`, through a pooler: it reads and writes rows, and no more. */
  readonly gateway: string
  /** For `database.reportUrl`: it reads what reports read, no secret, and changes nothing. */
  readonly reports: string
}

/**
 * The statements that make the roles, for a superuser of that database. Owner and gateway are granted what is there
 * already and what the owner makes from then on; reports only what is there, since it does not get every table: the
 * statements have to be repeated after a migration. No role gets a password.
 */
export function roleStatements(roles: DatabaseRoles): readonly string[] {
  const names = [roles.database, roles.owner, roles.gateway, roles.reports].map(quoteName)
  const [database, owner, gateway, reports] = names as [string, string, string, string]
  const byDefault = `alter default privileges for role ${owner} grant`
  const settings = Object.entries(POOLED_SETTINGS).map(
    ([name, value]) => `alter role ${gateway} in database ${database} set ${name} to ${formatValue(value)};`,
  )
  return [
    `create role ${owner} login;`,
    `create role ${gateway} login;`,
    `create role ${reports} login;`,
    `grant connect, create on database ${database} to ${owner};`,
    `grant connect on database ${database} to ${gateway}, ${reports};`,
    `${byDefault} usage on schemas to ${gateway};`,
    `${byDefault} ${ON_TABLES} on tables to ${gateway};`,
    `${byDefault} ${ON_SEQUENCES} on sequences to ${gateway};`,
    grantWhatIsThere(gateway),
    grantReports(reports),
    ...settings,
    `alter role ${reports} in database ${database} set default_transaction_read_only to 'on';`,
  ]
}

const ON_TABLES = 'select, insert, update, delete'
/** Ids are taken in blocks, and jobs are numbered. */
const ON_SEQUENCES = 'usage, select, update'

/** Grants what exists already, in a database that has been migrated before. */
function grantWhatIsThere(gateway: string): string {
  return `do $$
declare
  name text;
begin
  for name in select nspname from pg_namespace where nspname in ('heliograph', 'graphile_worker') loop
    execute format('grant usage on schema %I to ${gateway}', name);
    execute format('grant ${ON_TABLES} on all tables in schema %I to ${gateway}', name);
    execute format('grant ${ON_SEQUENCES} on all sequences in schema %I to ${gateway}', name);
  end loop;
end $$;`
}

/** Grants what reports read, in a migrated database; before the first migration there is nothing to grant. */
function grantReports(reports: string): string {
  const wanted = Object.entries(REPORT_TABLES).map(
    ([table, columns]) => `('${table}', '${columns === 'whole' ? '' : `(${columns.join(', ')})`}')`,
  )
  return `do $$
declare
  wanted record;
begin
  if to_regnamespace('heliograph') is null then return; end if;
  grant usage on schema heliograph to ${reports};
  for wanted in select * from (values
    ${wanted.join(',\n    ')}
  ) as report (name, columns) where to_regclass('heliograph.' || name) is not null loop
    execute format('grant select %s on heliograph.%I to ${reports}', wanted.columns, wanted.name);
  end loop;
end $$;`
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A list of schemas must not be quoted, or it would be one name with a comma in it. */
function formatValue(value: string): string {
  return value.includes(',') ? value : `'${value}'`
}
