import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from '@heliograph/postgres-driver'
import { findFreePorts } from '@heliograph/testkit'
import { until } from '../until.ts'
import { startEtcd } from './etcd.ts'
import { formatHaproxyConfiguration, type HaproxyMember } from './haproxy-configuration.ts'
import { Member, superuserUrl } from './member.ts'
import { PatroniCluster } from './patroni-cluster.ts'
import type { PatroniTimes } from './patroni-configuration.ts'
import type { PatroniPrograms } from './programs.ts'
import { type Service, startService } from './service.ts'

const HOST = '127.0.0.1'
const NAMES = ['db1', 'db2', 'db3'] as const
/** The database and the role that it belongs to. */
const OWNER = 'heliograph'
/** Shorter than in production, so that a round is not spent waiting for locks to end. */
const TIMES: PatroniTimes = { ttl: 8, loopWait: 1, retryTimeout: 3 }
/** Commit times are for the books; the memory is for three servers on one machine. */
const PARAMETERS = { track_commit_timestamp: "'on'", shared_buffers: '64MB' }

/**
 * Opens etcd, three Postgres under Patroni and a haproxy that leads to the primary, all on this machine alone. Pushes
 * how to close them to `closing`, to be called in reverse order, also after a failure.
 */
export async function openPatroniCluster(
  folder: string,
  programs: PatroniPrograms,
  closing: (() => unknown)[],
): Promise<PatroniCluster> {
  const ports = await findFreePorts(3 + 2 * NAMES.length)
  const [clients, peers, entrance, ...others] = ports.map((port) => `${HOST}:${port}`) as [
    ...[string, string, string],
    ...string[],
  ]
  const passwords = { superuser: makePassword(), replication: makePassword() }
  const etcd = await startEtcd({ folder, programs, clients, peers })
  closing.push(() => etcd.kill())
  const places = NAMES.map((name, index) => ({
    name,
    patroni: others[2 * index] as string,
    postgres: others[2 * index + 1] as string,
  }))
  const servers = places.map(({ name, patroni, postgres }) => ({ name, postgres, patroniPort: portOf(patroni) }))
  const haproxy = startHaproxy(folder, programs, entrance, servers)
  closing.push(() => haproxy.kill())
  const members = places.map((place) => {
    const own = { ...place, parent: folder, programs, etcd: [clients], network: `${HOST}/32` }
    return new Member({ ...own, passwords, times: TIMES, watchdog: 'off', parameters: PARAMETERS })
  })
  const ownPassword = makePassword()
  const cluster = new PatroniCluster(`postgres://${OWNER}:${ownPassword}@${entrance}/${OWNER}`, members)
  closing.push(() => cluster.stop())
  cluster.startAll()
  await cluster.untilComplete()
  await createDatabase(superuserUrl(entrance, passwords), ownPassword)
  return cluster
}

function makePassword(): string {
  return randomBytes(16).toString('hex')
}

function portOf(address: string): number {
  return Number(address.split(':')[1])
}

function startHaproxy(
  folder: string,
  programs: PatroniPrograms,
  entrance: string,
  servers: readonly HaproxyMember[],
): Service {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, formatHaproxyConfiguration(entrance, servers))
  // In the foreground.
  const args = ['-db', '-f', file]
  return startService({ file: programs.haproxy, args, logFile: join(folder, 'haproxy.log'), programs })
}

/** @param url the primary through haproxy, which takes a moment to find it */
async function createDatabase(url: string, password: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await until('haproxy does not lead to the primary', async () => (await sql`select 1`).length > 0)
    await sql.unsafe(`create role ${OWNER} login password '${password}'`)
    await sql.unsafe(`create database ${OWNER} owner ${OWNER}`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
