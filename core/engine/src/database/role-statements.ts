import { POOLED_SETTINGS } from './pooled-settings.ts'

/** The roles of a deployment's database. */
export interface DatabaseRoles {
  readonly database: string
  /** For `database.directUrl`: it migrates, and makes and drops the parts of tables. */
  readonly owner: string
  /** For `database.url`, through a pooler: it reads and writes rows, and no more. */
  readonly gateway: string
}

/**
 * The statements that make the roles, for a superuser of that database. What is there already is granted, and what the
 * owner makes from then on. Neither role gets a password.
 */
export function roleStatements(roles: DatabaseRoles): readonly string[] {
  const [database, owner, gateway] = [roles.database, roles.owner, roles.gateway].map(quoteName)
  const byDefault = `alter default privileges for role ${owner} grant`
  const settings = Object.entries(POOLED_SETTINGS).map(
    ([name, value]) => `alter role ${gateway} in database ${database} set ${name} to ${formatValue(value)};`,
  )
  return [
    `create role ${owner} login;`,
    `create role ${gateway} login;`,
    `grant connect, create on database ${database} to ${owner};`,
    `grant connect on database ${database} to ${gateway};`,
    `${byDefault} usage on schemas to ${gateway};`,
    `${byDefault} ${ON_TABLES} on tables to ${gateway};`,
    `${byDefault} ${ON_SEQUENCES} on sequences to ${gateway};`,
    grantWhatIsThere(gateway as string),
    ...settings,
  ]
}

const ON_TABLES = 'select, insert, update, delete'
/** Ids are taken in blocks, and jobs are numbered. */
const ON_SEQUENCES = 'usage, select, update'

/** Of a database that has been migrated before. */
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

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A list of schemas is one, not a name with a comma. */
function formatValue(value: string): string {
  return value.includes(',') ? value : `'${value}'`
}
