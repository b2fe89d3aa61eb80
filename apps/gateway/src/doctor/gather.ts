import { randomBytes } from 'node:crypto'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@heliograph/contracts'
import { pendingMigrations, reasonOf, type Survey } from '@heliograph/engine'
import { createLogger } from '@heliograph/runtime'
import type { Finding } from '../check/finding.ts'
import type { CommonOptions } from '../common-options.ts'
import { createShared, createToolEngine } from '../compose.ts'
import type { DatabaseServer } from '../database.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { counted } from './finding-kind.ts'
import type { DataFolder, Picture } from './picture.ts'

/** Files of the data folder that hold secrets. */
const SECRET_FILES = ['master.key', 'admin.token'] as const

/** What `heliograph check` does. */
export interface Checks {
  run(options: CommonOptions): Promise<readonly Finding[]>
  /** Undefined when the first start has yet to create the server. */
  openServer(settings: Settings, logger: Logger): Promise<DatabaseServer | undefined>
}

/** Looks at the configuration, this node and the deployment. Changes nothing, and never rejects for what it finds. */
export async function gatherPicture(options: CommonOptions, { run, openServer }: Checks): Promise<Picture> {
  const checks = await run(options)
  const settings = await loadSettings(options).catch(() => undefined)
  if (settings === undefined)
    return { checks, ...UNREAD, unexamined: 'the configuration cannot be read.', dataFolder: undefined }
  const names = Object.keys(settings.configuration.sections.routes)
  const known = { checks, routes: names.length === 0 ? ['default'] : names, dataFolder: await look(settings) }
  try {
    return { ...known, survey: await survey(settings, openServer), unexamined: undefined }
  } catch (error) {
    return { ...known, survey: undefined, unexamined: reasonOf(error) }
  }
}

const UNREAD = { routes: [], survey: undefined } as const

/** Rejects with a reason for people. The schema is left as it is: only a start or `migrate` brings it up to date. */
async function survey(settings: Settings, openServer: Checks['openServer']): Promise<Survey> {
  const logger = createLogger({ level: 'silent' })
  const server = await openServer(settings, logger)
  if (server === undefined) throw new Error('there is no database yet, the first start creates it.')
  const shared = createShared(settings, logger)
  const engine = createToolEngine(settings, shared, {
    databaseUrl: server.url,
    // Nothing is unsealed.
    masterKey: randomBytes(32),
    onFatal: () => undefined,
  })
  try {
    const pending = await pendingMigrations(engine.sql)
    if (pending.length > 0) throw new Error(`it lacks ${counted(pending.length, 'migration')} of this release.`)
    return await engine.survey()
  } finally {
    await engine.close()
    await shared.httpClients.close()
    await server.close()
  }
}

/** Undefined while there is no data folder. */
async function look({ dataDir: { path } }: Settings): Promise<DataFolder | undefined> {
  const disk = await statfs(path).catch(() => undefined)
  if (disk === undefined) return undefined
  const modes = await Promise.all(
    SECRET_FILES.map(async (name) => {
      const file = join(path, name)
      const mode = await stat(file).then(
        (found) => found.mode,
        () => 0,
      )
      return { file, isOpen: (mode & 0o077) !== 0 }
    }),
  )
  return {
    path,
    freeOctets: disk.bavail * disk.bsize,
    allOctets: disk.blocks * disk.bsize,
    openSecrets: modes.filter(({ isOpen }) => isOpen).map(({ file }) => file),
  }
}
