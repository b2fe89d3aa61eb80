import { mkdir } from 'node:fs/promises'
import { numberArray } from '../../database/arrays.ts'
import { chunksOf } from '../../database/chunks.ts'
import type { Queryable, Sql } from '../../database/database.ts'
import { writeArchiveFile } from './archive-file.ts'
import {
  ARCHIVED_INCOMING,
  ARCHIVED_MESSAGES,
  type ArchivedRow,
  type ArchivedTable,
  type Chosen,
  PAGE,
} from './archived-tables.ts'

/** Writes rows to files before retention removes them. */
export interface Archive {
  /**
   * Writes messages or incoming messages that are still there. Once this resolves they may be removed; before, they
   * must not. It may be called again with the same, and with what is left of it.
   */
  write(data: ArchivedTable['data'], chosen: Chosen): Promise<void>
}

/** For a deployment that keeps nothing. */
export const NO_ARCHIVE: Archive = { write: async () => {} }

export interface ArchiveOptions {
  readonly sql: Sql
  /** Of this node; or one that all nodes see. */
  readonly folder: string
  readonly node: string
}

export function createArchive({ sql, folder, node }: ArchiveOptions): Archive {
  return {
    async write(data, chosen) {
      const table = data === 'messages' ? ARCHIVED_MESSAGES : ARCHIVED_INCOMING
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await writeArchiveFile(folder, table, pagesOf(sql, table, chosen))
      if (file === undefined) return
      await sql`
        insert into archive_file (name, data, clients, node, folder, rows, from_at, to_at)
        values (
          ${file.name}, ${data}, ${numberArray(file.clients)}::bigint[], ${node}, ${folder}, ${file.rows}::bigint,
          ${file.fromAt}::timestamptz, ${file.toAt}::timestamptz
        )
        on conflict (name) do update set node = excluded.node, folder = excluded.folder`
    },
  }
}

async function* pagesOf(sql: Sql, table: ArchivedTable, chosen: Chosen): AsyncIterable<readonly ArchivedRow[]> {
  if ('ids' in chosen) {
    for (const ids of chunksOf(chosen.ids, PAGE)) yield await table.page(sql, { ids })
    return
  }
  const except = new Set(chosen.except)
  for (let { from } = chosen; ; ) {
    const page = await table.page(sql, { from, to: chosen.to })
    yield page.filter(({ id }) => !except.has(id))
    if (page.length < PAGE) return
    from = (page.at(-1) as ArchivedRow).id + 1
  }
}

/** Names the files with rows of a client, or (null) all files, the oldest rows first. */
export async function findArchiveFiles(sql: Queryable, clientId: number | null): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from archive_file where ${clientId}::bigint is null or ${clientId}::bigint = any(clients)
    order by from_at, name`
  return rows.map(({ name }) => name)
}
