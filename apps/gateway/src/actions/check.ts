import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '@heliograph/config'
import type { Logger } from '@heliograph/contracts'
import { createLogger, type InstanceFinding } from '@heliograph/runtime'
import { checkConnections } from '../check/check-connections.ts'
import { checkDatabase } from '../check/check-database.ts'
import { checkInstances, problemsOf } from '../check/check-instances.ts'
import { checkListeners } from '../check/check-listeners.ts'
import { checkOutgoingTls } from '../check/check-outgoing-tls.ts'
import { checkReplica, replicaConnections } from '../check/check-replica.ts'
import { checkRoutes } from '../check/check-routes.ts'
import { checkTransport } from '../check/check-transport.ts'
import { bad, type Finding, formatFinding, good } from '../check/finding.ts'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { createShared, createToolEngine, NO_DATABASE_URL } from '../compose.ts'
import { type DatabaseServer, openDatabaseServer, refuseBadAccess } from '../database.ts'
import { createModuleLoader } from '../import-module.ts'
import { withoutSecrets } from '../known-secrets.ts'
import { formatSearched } from '../load-fault.ts'
import { findMasterKeys } from '../master-key.ts'
import { createOutput, formatLines } from '../output.ts'
import { describeError } from '../report-error.ts'
import { loadSettings, type Settings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

export interface CheckOptions extends CommonOptions {
  readonly verbose?: boolean
  readonly offline?: boolean
}

export async function runCheck(terminal: Terminal, options: CheckOptions): Promise<void> {
  // Findings quote errors of drivers and modules, which may contain secrets.
  const findings = withoutSecrets(await collectFindings(options))
  const lines = findings.flatMap((finding) => formatFinding(finding, options.verbose ?? false))
  const wrong = findings.filter((finding) => !finding.ok)
  if (wrong.length === 0) {
    const warnings = findings.filter((finding) => finding.warning).length
    const end =
      warnings === 0 ? 'All is well.' : `It can start, with ${warnings === 1 ? '1 warning' : `${warnings} warnings`}.`
    createOutput(terminal, options.json).result({ ok: true, findings }, [...lines, end])
    return
  }
  if (!options.json) terminal.out(formatLines(lines))
  const details = options.json ? findings : undefined
  throw new CommandError(
    'check-failed',
    wrong.length === 1 ? '1 thing is wrong.' : `${wrong.length} things are wrong.`,
    { details },
  )
}

/** Everything that is examined, also what is well. Findings may quote secrets. */
export async function collectFindings(options: CheckOptions): Promise<readonly Finding[]> {
  let settings: Settings
  try {
    settings = await loadSettings(options)
  } catch (error) {
    return problemsOf(error)
  }
  const packages = formatSearched(createModuleLoader(settings.configuration.baseDir).searched)
  return [
    good('configuration', settings.file, { packages }),
    ...(await checkSettings(settings, options.offline ?? false)),
  ]
}

async function checkSettings(settings: Settings, offline: boolean): Promise<readonly Finding[]> {
  const logger = createLogger({ level: 'silent' })
  const shared = createShared(settings, logger)
  const key = await tryOut('master key', 'Mend or replace the key.', () =>
    findMasterKeys(settings.configuration.sections.security, settings.dataDir),
  )
  const server = await tryOut('database', 'See the message.', async () =>
    offline ? undefined : openExisting(settings, logger),
  )
  const engine = createToolEngine(settings, shared, {
    databaseUrl: server.value?.url ?? NO_DATABASE_URL,
    masterKeys: key.value ?? [randomBytes(32)],
    onFatal: () => undefined,
  })
  try {
    const { configuration } = settings
    const instances = await checkInstances(settings, shared, engine.services)
    const host = instances.planned?.host
    const routes = host === undefined ? [] : checkRoutes(configuration.sections, host)
    const connections = await checkOwnServer(server.value)
    const isReached = server.value !== undefined && connections.every(({ ok }) => ok)
    const database = isReached ? await checkDatabase(engine, settings, instances.planned?.plan) : undefined
    const replica = isReached ? await checkStandby(server.value, configuration, database?.liveNodes ?? 0) : []
    const listeners = await checkListeners(configuration, host?.adapters ?? new Map(), (database?.liveNodes ?? 0) > 0)
    const transport = host === undefined ? [] : checkTransport(configuration, host.adapters)
    const tried = offline ? [] : ((await host?.check())?.map(toFinding) ?? [])
    const fresh = good(
      'database',
      offline ? 'not asked (--offline)' : `the first start creates it in ${settings.dataDir.path}`,
    )
    const isFresh = server.value === undefined && server.findings.length === 0
    const ofDatabase = database?.findings ?? (isFresh ? [fresh] : [])
    return [
      ...instances.findings,
      ...checkOutgoingTls([
        ...(instances.planned?.plan ?? []),
        { id: 'webhooks', outgoingTls: configuration.webhookTls },
      ]),
      ...routes,
      ...key.findings,
      ...server.findings,
      ...connections,
      ...ofDatabase,
      ...replica,
      ...listeners,
      ...transport,
      ...tried,
    ]
  } finally {
    await engine.close()
    await shared.httpClients.close()
    await server.value?.close()
  }
}

function toFinding({ instance, name, ok, message, remedy }: InstanceFinding): Finding {
  return { name: `${instance}: ${name}`, ok, message, remedy }
}

/** The connections to an operator's own server; those to the embedded one are as we set them up. */
async function checkOwnServer(server: DatabaseServer | undefined): Promise<readonly Finding[]> {
  return server === undefined || server.isEmbedded ? [] : await checkConnections(server)
}

async function checkStandby(
  server: DatabaseServer | undefined,
  { sections }: Settings['configuration'],
  liveNodes: number,
): Promise<readonly Finding[]> {
  const wanted = replicaConnections(sections.database.reportPool, Math.max(liveNodes, 1))
  return server === undefined ? [] : checkReplica(server, wanted)
}

/** Undefined when the first start has yet to create the server: checking creates nothing. */
export async function openExisting(settings: Settings, logger: Logger): Promise<DatabaseServer | undefined> {
  refuseBadAccess(settings.configuration)
  const isOwn = settings.configuration.sections.database.url !== undefined
  if (!isOwn && !(await exists(join(settings.dataDir.path, 'postgres')))) return undefined
  return openDatabaseServer(settings, logger)
}

/** Resolves with the result of a step, or with its failure as a finding. */
async function tryOut<T>(
  name: string,
  remedy: string,
  step: () => Promise<T>,
): Promise<{ readonly value: T | undefined; readonly findings: readonly Finding[] }> {
  try {
    return { value: await step(), findings: [] }
  } catch (error) {
    const isProblem = error instanceof ConfigurationError
    const findings = isProblem ? problemsOf(error) : [bad(name, describeError(error).message, remedy)]
    return { value: undefined, findings }
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
