import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger } from '@heliograph/runtime'
import type { Command } from 'commander'
import { checkDatabase } from '../check/check-database.ts'
import { checkInstances, problemsOf } from '../check/check-instances.ts'
import { checkListeners } from '../check/check-listeners.ts'
import { bad, type Finding, formatFinding, good } from '../check/finding.ts'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { createShared, createToolEngine } from '../compose.ts'
import { openDatabaseServer } from '../database.ts'
import { findMasterKey } from '../master-key.ts'
import { createOutput, describeError } from '../output.ts'
import { loadSettings, type Settings } from '../settings.ts'

/** Never connected to: it only lets the engine name its services while there is no database yet. */
const NO_DATABASE = 'postgres://127.0.0.1:1/none'

export function createCheckCommand(): Command {
  return createCommand('check', 'Check configuration and connections: say what is wrong and how to mend it.').action(
    runCheck,
  )
}

async function runCheck(options: CommonOptions): Promise<void> {
  const findings = await collectFindings(options)
  const lines = findings.flatMap(formatFinding)
  const wrong = findings.filter((finding) => !finding.ok)
  if (wrong.length === 0) {
    createOutput(options.json).result({ ok: true, findings }, [...lines, 'All is well.'])
    return
  }
  if (!options.json) process.stdout.write(`${lines.join('\n')}\n`)
  const details = options.json ? findings : undefined
  throw new CommandError(
    'check-failed',
    wrong.length === 1 ? '1 thing is wrong.' : `${wrong.length} things are wrong.`,
    { details },
  )
}

async function collectFindings(options: CommonOptions): Promise<readonly Finding[]> {
  let settings: Settings
  try {
    settings = await loadSettings(options)
  } catch (error) {
    return problemsOf(error)
  }
  return [good('configuration', settings.file), ...(await checkSettings(settings))]
}

async function checkSettings(settings: Settings): Promise<readonly Finding[]> {
  const { security, database } = settings.configuration.sections
  const findings: Finding[] = []
  const attempt = <T>(name: string, remedy: string, work: Promise<T>): Promise<T | undefined> =>
    work.catch((error: unknown) => {
      findings.push(bad(name, describeError(error).message, remedy))
      return undefined
    })
  const logger = createLogger({ level: 'silent' })
  const masterKey = await attempt(
    'master key',
    'Mend or replace the key.',
    findMasterKey(security.masterKey, settings.dataDir),
  )
  const isNew = database.url === undefined && !(await exists(join(settings.dataDir.path, 'postgres')))
  if (isNew) findings.push(good('database', `the first start creates it in ${settings.dataDir.path}`))
  const server = isNew
    ? undefined
    : await attempt('database', 'The embedded Postgres has to start.', openDatabaseServer(settings, logger))
  const shared = createShared(settings, logger)
  const engine = createToolEngine(settings, shared, {
    databaseUrl: server?.url ?? NO_DATABASE,
    masterKey: masterKey ?? randomBytes(32),
    onFatal: () => undefined,
  })
  try {
    const instances = await checkInstances(settings, shared, engine.services)
    const { findings: ofDatabase, liveNodes } = server
      ? await checkDatabase(engine, settings.configuration)
      : { findings: [], liveNodes: 0 }
    const listeners = await checkListeners(settings.configuration, liveNodes > 0)
    return [...instances, ...findings, ...ofDatabase, ...listeners]
  } finally {
    await engine.close()
    await server?.close()
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}
