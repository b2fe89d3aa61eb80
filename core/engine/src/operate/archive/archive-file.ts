import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ArchivedRow, ArchivedTable } from './archived-tables.ts'
import { formatRecord } from './format-record.ts'

/** What the manifest beside a file says of it. */
export interface Manifest {
  /** The file, in the same folder. */
  readonly name: string
  readonly data: ArchivedTable['data']
  readonly rows: number
  /** Of the file as it lies there, in hexadecimal. */
  readonly sha256: string
  /** When the first and the last of the rows were accepted, or came in. */
  readonly fromAt: Date
  readonly toAt: Date
  readonly clients: readonly number[]
  readonly columns: readonly string[]
}

/**
 * Writes rows to a file of compressed CSV, with a manifest. Both are on the disk when this resolves, and have their
 * names only then: the name has the days of the rows and the beginning of the checksum, so that writing the same again
 * makes the same file, and writing anything else does not touch it. Resolves with undefined, and no file, when there
 * are no rows.
 *
 * One at a time writes a kind of data into a folder.
 */
export async function writeArchiveFile(
  folder: string,
  { data, columns }: Pick<ArchivedTable, 'data' | 'columns'>,
  pages: AsyncIterable<readonly ArchivedRow[]>,
): Promise<Manifest | undefined> {
  const partial = join(folder, `${data}.part`)
  const seen = { rows: 0, fromAt: Number.POSITIVE_INFINITY, toAt: Number.NEGATIVE_INFINITY, clients: new Set<number>() }
  async function* lines() {
    for await (const page of pages) {
      if (page.length === 0) continue
      if (seen.rows === 0) yield formatRecord(columns)
      for (const { client_id: clientId, at } of page) {
        if (clientId !== null) seen.clients.add(clientId)
        seen.fromAt = Math.min(seen.fromAt, at.getTime())
        seen.toAt = Math.max(seen.toAt, at.getTime())
      }
      seen.rows += page.length
      yield page.map(({ cells }) => formatRecord(columns.map((column) => cells[column] ?? null))).join('')
    }
  }
  const hash = createHash('sha256')
  await writeDurably(partial, async (file) => {
    for await (const piece of Readable.from(lines()).pipe(createGzip())) {
      hash.update(piece as Buffer)
      await file.writeFile(piece as Buffer)
    }
  })
  if (seen.rows === 0) {
    await rm(partial)
    return undefined
  }
  const sha256 = hash.digest('hex')
  const [fromAt, toAt] = [new Date(seen.fromAt), new Date(seen.toAt)]
  const name = `${data}-${dayOf(fromAt)}-${dayOf(toAt)}-${sha256.slice(0, 12)}.csv.gz`
  const clients = [...seen.clients].sort((a, b) => a - b)
  const manifest = { name, data, rows: seen.rows, sha256, fromAt, toAt, clients, columns }
  await rename(partial, join(folder, name))
  await writeDurably(partial, (file) => file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`))
  await rename(partial, join(folder, name.replace(/csv\.gz$/, 'json')))
  await syncFolder(folder)
  return manifest
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  // Only its owner can read it: it has numbers and texts.
  const file = await open(path, 'w', 0o600)
  try {
    await write(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
