import { arch, cpus, freemem, platform, release, totalmem } from 'node:os'
import { describeDatabase, type Engine, listChores, reasonOf, type Survey } from '@heliograph/engine'
import { adminAddress } from '../admin-client.ts'
import type { CommonOptions } from '../common-options.ts'
import type { Shared } from '../compose.ts'
import { diagnose } from '../doctor/diagnose.ts'
import { type Checks, gatherPicture } from '../doctor/gather.ts'
import { withDatabase } from '../doctor/with-database.ts'
import { withoutSecrets } from '../known-secrets.ts'
import { planHost } from '../plan-host.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { readVersion } from '../version.ts'
import { askMetrics, type NodeMetrics } from './ask-metrics.ts'
import { shownConfiguration, shownInstance } from './shown-configuration.ts'
import { withoutPeople } from './without-people.ts'

/**
 * Collects what someone needs who is asked for help, about the whole deployment. What cannot be had is told by its
 * reason. There is no secret, text or number in it: only what is known to have none is asked for, and what remains of
 * messages of errors goes through two filters.
 */
export async function collectSupport(
  options: CommonOptions,
  nodes: readonly string[],
  checks: Checks,
): Promise<unknown> {
  const picture = await gatherPicture(options, checks)
  const settings = await loadSettings(options).catch(() => undefined)
  const collected = {
    madeAt: new Date(),
    versions: { heliograph: readVersion(), node: process.version, system: `${platform()} ${release()} ${arch()}` },
    machine: { processors: cpus().length, memoryOctets: totalmem(), freeMemoryOctets: freemem() },
    dataFolder: picture.dataFolder ?? null,
    configuration: settings === undefined ? null : shownConfiguration(settings.configuration),
    findings: diagnose(picture),
    deployment: picture.survey === undefined ? null : shownSurvey(picture.survey),
    metrics: settings === undefined ? [] : await askNodes(settings, nodes),
    ...(settings && (await askDatabase(settings, checks))),
  }
  return withoutPeople(withoutSecrets(JSON.parse(JSON.stringify(collected))))
}

/** Those that were named, or the one of this configuration. */
async function askNodes(settings: Settings, named: readonly string[]): Promise<readonly NodeMetrics[]> {
  try {
    const nodes = named.length > 0 ? named : [adminAddress(settings)]
    return await Promise.all(nodes.map(askMetrics))
  } catch (error) {
    return [{ admin: '', unexamined: reasonOf(error) }]
  }
}

/** Without what people have written. */
function shownSurvey({ holds, links, ...rest }: Survey): object {
  return {
    ...rest,
    holds: holds.map(({ kind, name, at }) => ({ kind, name, at })),
    links: links.map(({ link, node, state, routes, pause }) => ({ link, node, state, routes, pausedAt: pause?.at })),
  }
}

async function askDatabase(settings: Settings, { openServer }: Checks): Promise<object> {
  try {
    return await withDatabase(settings, openServer, async (engine, shared) => ({
      database: await describeDatabase(engine.sql),
      chores: await shownChores(engine),
      instances: await shownInstances(settings, shared, engine),
    }))
  } catch (error) {
    return { database: { unexamined: reasonOf(error) } }
  }
}

/** Why one failed may quote what it worked on. */
async function shownChores({ sql }: Engine): Promise<readonly object[]> {
  const chores = await listChores(sql)
  return chores.map(({ error, ...chore }) => ({ ...chore, hasFailed: error !== null }))
}

/** Instances that cannot be loaded are among the findings. */
async function shownInstances(settings: Settings, shared: Shared, { services }: Engine): Promise<readonly object[]> {
  const planned = await planHost(settings, shared, services).catch(() => undefined)
  return planned?.plan.map(shownInstance) ?? []
}
