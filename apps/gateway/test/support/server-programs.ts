import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian's packages put the programs of each major version of Postgres. */
const PACKAGES = '/usr/lib/postgresql'

/** The programs of a whole Postgres, those for backups among them; the embedded one has none of these. */
export interface ServerPrograms {
  readonly folder: string
  /** Why what needs them is skipped; false: they are there. */
  readonly skip: string | false
}

export function findServerPrograms(): ServerPrograms {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions
    .map((version) => join(PACKAGES, version, 'bin'))
    .find((path) => ['initdb', 'pg_dump', 'pg_basebackup', 'psql'].every((program) => existsSync(join(path, program))))
  if (folder !== undefined) return { folder, skip: false }
  return { folder: '', skip: `there is no Postgres with pg_dump and pg_basebackup in ${PACKAGES} (Debian: postgresql)` }
}
