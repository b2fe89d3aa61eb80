import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { LateAnswer, Logger } from '@heliograph/contracts'
import { parseLinkId } from '@heliograph/messaging'
import { among } from '../../../database/among.ts'
import type { Sql } from '../../../database/database.ts'
import { MicroBatch } from '../../../database/micro-batch.ts'
import type { ResultRecord } from './record-results.ts'
import type { Result } from './result-writer.ts'

/** The folder within the data folder. */
const FOLDER = 'answers'
const ENDING = '.jsonl'
/** The first line of a file says what the others are; this is the version of their form. */
const FORMAT = 'heliograph-answers'
const VERSION = 1

export interface AnswerSpoolOptions {
  /** The data folder of the node; undefined: it has none, and answers that cannot be recorded are lost. */
  readonly dataDir: string | undefined
  /** Says which deployment the answers belong to. */
  readonly deployment: () => string
  readonly logger: Logger
}

/** A file of kept answers. */
export interface KeptFile {
  readonly path: string
  readonly results: readonly Result[]
}

/**
 * Keeps answers of links in files when a node ends while the database is away: a line of JSON for each. They are
 * recorded at the next start of any node that finds the files in its data folder.
 *
 * A file gets its name once it is whole and on the disk, so what is found is complete.
 */
export class AnswerSpool {
  readonly #options: AnswerSpoolOptions
  readonly #writes: MicroBatch<Result, undefined>
  #kept = 0

  constructor(options: AnswerSpoolOptions) {
    this.#options = options
    this.#writes = new MicroBatch({ run: (results) => this.#write(results), maxItems: 100_000, lanes: 1 })
  }

  /** How many answers are kept, or lost, instead of recorded. */
  get kept(): number {
    return this.#kept
  }

  /** Resolves once it is on the disk, or known to be lost. */
  async keep(result: Result): Promise<void> {
    this.#kept += 1
    await this.#writes.add(result)
  }

  /** Resolves once everything so far is on the disk. */
  drained(): Promise<void> {
    return this.#writes.drained()
  }

  async #write(results: readonly Result[]): Promise<readonly undefined[]> {
    const { dataDir, deployment, logger } = this.#options
    const answers = results.length
    try {
      if (dataDir === undefined) throw new Error('this node has no data folder')
      const path = await writeWhole(join(dataDir, FOLDER), [
        { format: FORMAT, version: VERSION, deployment: deployment() },
        ...results,
      ])
      logger.warn({ answers, path }, 'answers of links could not be recorded; they are kept until the next start')
    } catch (error) {
      logger.error(
        { err: error, answers },
        'answers of links could not be recorded and are lost: messages may go out twice',
      )
    }
    return results.map(() => undefined)
  }

  /** Resolves with what earlier processes have kept. Files that it cannot read stay where they are. */
  async find(): Promise<readonly KeptFile[]> {
    const { dataDir, logger } = this.#options
    if (dataDir === undefined) return []
    const folder = join(dataDir, FOLDER)
    const names = await readdir(folder).catch(() => [])
    const files: KeptFile[] = []
    for (const name of names.sort()) {
      if (!name.endsWith(ENDING)) continue
      const path = join(folder, name)
      try {
        files.push({ path, results: this.#read(await readFile(path, 'utf8')) })
      } catch (error) {
        logger.error({ err: error, path }, 'kept answers cannot be read; the file is left in place')
      }
    }
    return files
  }

  /** Call once its answers are recorded. */
  async remove({ path }: KeptFile): Promise<void> {
    // Another node that was given the same folder may have done the same.
    await unlink(path).catch(() => {})
  }

  #read(text: string): readonly Result[] {
    const [first = '', ...lines] = text.trimEnd().split('\n')
    const head = JSON.parse(first) as { format?: unknown; version?: unknown; deployment?: unknown }
    if (head.format !== FORMAT || head.version !== VERSION)
      throw new Error(`not ${FORMAT} of version ${VERSION}: ${first.slice(0, 100)}`)
    if (head.deployment !== this.#options.deployment()) throw new Error('of another deployment')
    return lines.map((line) => {
      const { retry, ...result } = JSON.parse(line) as Result
      return { ...result, retry: retry && { ...retry, dueAt: new Date(retry.dueAt) } }
    })
  }
}

/** What networks accepted, as late answers: they settle unknown outcomes and end repetitions of another node. */
export function lateAnswersOf({ smsId, attempt, link, parts }: ResultRecord): readonly LateAnswer[] {
  const place = parseLinkId(link)
  return parts
    .filter(({ state }) => state === 'submitted' || state === 'delivered')
    .map(({ part, networkId }) => ({
      carrier: place.carrier,
      link: place.name,
      smsId,
      attempt,
      part,
      outcome: { kind: 'accepted', networkId },
    }))
}

/** Finds those of the messages that a network has and that are not to go out again. */
export async function findSent(sql: Sql, smsIds: readonly number[]): Promise<readonly number[]> {
  if (smsIds.length === 0) return []
  const rows = await sql<{ sms_id: number }[]>`
    select sms_id from message_state
    where ${among(sql, 'sms_id', smsIds)} and state in ('submitted', 'delivered')`
  return rows.map((row) => row.sms_id)
}

/** Writes lines of JSON to a new file. Resolves with its path. */
async function writeWhole(folder: string, lines: readonly object[]): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}${ENDING}`)
  const partial = `${path}.part`
  const file = await open(partial, 'wx', 0o600)
  try {
    await file.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, path)
  // The name is on the disk once its folder is.
  const directory = await open(folder, 'r')
  await directory.sync().finally(() => directory.close())
  return path
}
