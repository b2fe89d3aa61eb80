import { chmodSync, mkdtempSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { type CallbackSink, startCallbackSink } from '../callbacks/callback-sink.ts'
import { closedOnSignal } from '../cleanup.ts'
import { findPostmaster, openMeterConnection, removeCluster } from '../gateway/database.ts'
import { type SmscProcess, startSmscProcess } from '../smsc/smsc-process.ts'
import { type KannelReceipts, RECEIPT_TABLE } from './configuration.ts'
import { type KannelProcess, startKannel } from './kannel-process.ts'
import type { KannelPrograms } from './programs.ts'
import { makeSpoolFolder } from './spool-folder.ts'

/** Kannel under measurement, with its surroundings. */
export interface KannelDeployment {
  readonly kannel: KannelProcess
  readonly smsc: SmscProcess
  /** The receiver of Kannel's callbacks for receipts. */
  readonly callbacks: CallbackSink
  /** Only with receipts in Postgres. */
  readonly postmaster: number | undefined
  /** Whether the spool is on a separate file system that suits it. */
  readonly hasOwnSpool: boolean
  close(): Promise<void>
}

export interface KannelDeploymentOptions {
  /** For messages: Kannel, or the fork whose programs these are. */
  readonly name: string
  readonly programs: KannelPrograms
  /** Where the temporary folder is made. */
  readonly parent: string
  readonly keep: boolean
  readonly window: number
  readonly receipts: KannelReceipts
}

/** Starts Kannel with its own network and a receiver for its callbacks, all in a temporary folder. */
export async function openKannelDeployment(options: KannelDeploymentOptions): Promise<KannelDeployment> {
  const { name, programs, parent, keep, window, receipts } = options
  const folder = mkdtempSync(join(parent, 'kannel-bench-'))
  // The user that Postgres runs as has to be able to reach its data.
  chmodSync(folder, 0o711)
  const closing: (() => unknown)[] = [
    () => (keep ? process.stderr.write(`kept: ${folder}\n`) : rm(folder, { recursive: true, force: true })),
  ]
  const close = closedOnSignal(async () => {
    for (const step of closing.splice(0).reverse()) await step()
  })
  try {
    const spool = await makeSpoolFolder(folder)
    closing.push(() => spool.remove())
    const smsc = await startSmscProcess({ answerAfterMs: 0 })
    closing.push(() => smsc.stop())
    const callbacks = await startCallbackSink()
    closing.push(() => callbacks.stop())
    const database = receipts === 'postgres' ? await openDatabase(join(folder, 'data'), closing, keep) : undefined
    const kannel = await startKannel({
      name,
      programs,
      folder,
      window,
      receipts,
      spool: spool.path,
      smscPort: smsc.port,
      databaseUrl: database?.url,
    })
    closing.push(() => kannel.stop())
    return { kannel, smsc, callbacks, postmaster: database?.postmaster, hasOwnSpool: spool.isOwn, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens a server like the gateway's: the same build, the same settings, durable commits. */
async function openDatabase(dataDir: string, closing: (() => unknown)[], keep: boolean) {
  await mkdir(dataDir)
  const postgres = await openEmbeddedPostgres({ dataDir })
  if (!keep) closing.push(() => removeCluster(dataDir))
  closing.push(() => postgres.stop())
  const sql = openMeterConnection(postgres.url)
  try {
    await sql.unsafe(RECEIPT_TABLE)
    return { url: postgres.url, postmaster: await findPostmaster(sql) }
  } finally {
    await sql.end()
  }
}
