import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NodeTools } from './node-tools.ts'

/** The file within the data folder. */
const FILE = 'database-seen.json'

/**
 * What is read of a sequence may not be on disk yet, and after a crash it continues below that: by no more than it
 * writes ahead, which is 32 blocks. A database that was restored has an earlier time as well.
 */
const BLOCKS_AHEAD = 64

/** A state of the database that a node has seen. */
export interface SeenDatabase {
  /** When its data last moved on (`alive`), as the database writes it. */
  readonly at: string
  /** The last block of ids (`id_block`). */
  readonly block: number
}

export interface DatabaseMemoryOptions extends NodeTools {
  /** Undefined: there is no data folder, and nothing is remembered. */
  readonly dataDir: string | undefined
  /** Says which deployment it is about. */
  readonly deployment: () => string
}

/**
 * Remembers outside of the database how far its data had come. One that was restored from an earlier copy is behind
 * that: it does not know of what was sent since, and would give ids away again.
 */
export class DatabaseMemory {
  readonly #options: DatabaseMemoryOptions
  #written: SeenDatabase | undefined

  constructor(options: DatabaseMemoryOptions) {
    this.#options = options
  }

  /** Resolves with what was remembered last; undefined: nothing of this deployment. */
  async recall(): Promise<SeenDatabase | undefined> {
    const { dataDir, deployment, logger } = this.#options
    if (dataDir === undefined) return undefined
    const path = join(dataDir, FILE)
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (text === undefined) return undefined
    try {
      const seen = JSON.parse(text) as SeenDatabase & { readonly deployment: unknown }
      if (seen.deployment !== deployment()) return undefined
      if (Number.isNaN(Date.parse(seen.at)) || !Number.isSafeInteger(seen.block)) throw new Error('not of this form')
      return { at: seen.at, block: seen.block }
    } catch (error) {
      // Half a file is never left; somebody has changed it. Without it a restored database is not noticed, no more.
      logger.warn({ err: error, path }, 'what was remembered of the database cannot be read')
      return undefined
    }
  }

  /** Resolves with what is remembered if the database is behind it; undefined when it is not. */
  async findLater(): Promise<SeenDatabase | undefined> {
    const seen = await this.recall()
    if (seen === undefined) return undefined
    const [row] = await this.#options.sql<{ is_behind: boolean }[]>`
      select alive.at < ${seen.at}::text::timestamptz or id_block.last_value < ${seen.block - BLOCKS_AHEAD}::bigint as is_behind
      from alive cross join id_block`
    return row?.is_behind === false ? undefined : seen
  }

  /**
   * Notes in the database that its data moves on, unless a node has just done so, and remembers that once it is
   * committed.
   */
  async note(): Promise<void> {
    const { sql, dataDir } = this.#options
    await sql`
      update alive set at = greatest(at + interval '1 microsecond', clock_timestamp())
      where at < clock_timestamp() - interval '3 seconds' or at > clock_timestamp()`
    if (dataDir === undefined) return
    const [seen] = await sql<SeenDatabase[]>`
      select alive.at::text as at, id_block.last_value as block from alive cross join id_block`
    if (seen === undefined) return
    if (seen.at === this.#written?.at && seen.block === this.#written.block) return
    await this.#write(dataDir, { at: seen.at, block: seen.block })
  }

  async #write(dataDir: string, seen: SeenDatabase): Promise<void> {
    await mkdir(dataDir, { recursive: true })
    const path = join(dataDir, FILE)
    const unfinished = `${path}.${randomUUID()}`
    await writeFile(unfinished, `${JSON.stringify({ deployment: this.#options.deployment(), ...seen })}\n`, {
      mode: 0o600,
    })
    await rename(unfinished, path)
    this.#written = seen
  }
}
