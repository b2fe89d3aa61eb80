import { setTimeout as delay } from 'node:timers/promises'
import { epochNow } from './ability.ts'
import type { Deployed } from './deploy.ts'
import { describeFault } from './describe-fault.ts'
import { type Fault, lastingMs, NODES, type PatroniFault } from './faults.ts'
import type { Outage } from './patroni/outages.ts'
import type { PatroniCluster } from './patroni/patroni-cluster.ts'

/** Resolves when all servers are back and the time of the fault is over. */
export async function inflictOnPatroni(
  { ability, outages }: Pick<Deployed, 'ability' | 'outages'>,
  cluster: PatroniCluster,
  fault: Fault & PatroniFault,
): Promise<void> {
  const overMs = epochNow() + lastingMs(fault)
  await ability.without(NODES, async () => {
    const outage = fault.kind === 'standbys-lost' ? loseStandbys(cluster, fault.lostMs) : replacePrimary(cluster, fault)
    outages.push({ fault: describeFault(fault), ...(await outage) })
  })
  cluster.startAll()
  await cluster.untilComplete()
  await delay(Math.max(0, overMs - epochNow()))
}

type Times = Omit<Outage, 'fault'>

async function replacePrimary(
  cluster: PatroniCluster,
  fault: Exclude<PatroniFault, { kind: 'standbys-lost' }>,
): Promise<Times> {
  const before = await cluster.primary()
  const beganMs = epochNow()
  const [endedMs] = await Promise.all([
    cluster.untilWritten(before),
    fault.kind === 'switch-over' ? cluster.switchOver() : cluster.killPrimary(fault.victim),
  ])
  return { beganMs, endedMs }
}

async function loseStandbys(cluster: PatroniCluster, lostMs: number): Promise<Times> {
  const beganMs = epochNow()
  await cluster.killStandbys()
  const fromMs = epochNow()
  const written = cluster.untilWritten(undefined)
  // When the time until then is cut short, this one's failure is not of interest any more.
  written.catch(() => {})
  await delay(lostMs)
  const toMs = epochNow()
  cluster.startAll()
  return { beganMs, endedMs: await written, withoutStandbys: { fromMs, toMs } }
}
