import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '@heliograph/contracts'
import { reasonOf, routeNames } from '@heliograph/engine'
import type { Finding } from '../check/finding.ts'
import type { CommonOptions } from '../common-options.ts'
import { RETIRED } from '../master-key.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { readEndedWorkers } from '../workers/ended-workers.ts'
import type { DataFolder, Picture } from './picture.ts'
import { type OpenServer, withDatabase } from './with-database.ts'

/** Files of the data folder that hold secrets. */
const SECRET_FILES = ['master.key', RETIRED, 'admin.token'] as const

const DAY_MS = 86_400_000

/** What `heliograph check` does. */
export interface Checks {
  run(options: CommonOptions): Promise<readonly Finding[]>
  readonly openServer: OpenServer
}

/** Looks at the configuration, this node and the deployment. Changes nothing, and never rejects for what it finds. */
export async function gatherPicture(options: CommonOptions, { run, openServer }: Checks): Promise<Picture> {
  const checks = await run(options)
  const settings = await loadSettings(options).catch(() => undefined)
  if (settings === undefined)
    return { checks, ...UNREAD, unexamined: 'the configuration cannot be read.', dataFolder: undefined }
  const known = { checks, routes: routeNames(settings.configuration.sections.routes), dataFolder: await look(settings) }
  try {
    const survey = await withDatabase(settings, openServer, (engine) => engine.survey())
    return { ...known, survey, unexamined: undefined }
  } catch (error) {
    return { ...known, survey: undefined, unexamined: reasonOf(error) }
  }
}

const UNREAD = { routes: [], survey: undefined } as const

/** Undefined while there is no data folder. */
async function look({ dataDir }: Settings): Promise<DataFolder | undefined> {
  const { path } = dataDir
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
  const dayAgo = systemClock.now() - DAY_MS
  const ended = await readEndedWorkers(dataDir)
  return {
    path,
    endedWorkers: ended.filter(({ at }) => Date.parse(at) > dayAgo),
    freeOctets: disk.bavail * disk.bsize,
    allOctets: disk.blocks * disk.bsize,
    openSecrets: modes.filter(({ isOpen }) => isOpen).map(({ file }) => file),
  }
}
