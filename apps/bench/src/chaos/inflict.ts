import { setTimeout as delay } from 'node:timers/promises'
import { epochNow } from './ability.ts'
import { nodeName, RESPONSE_TIMEOUT_MS } from './configuration.ts'
import { type Deployed, SMSC_ANSWER_MS } from './deploy.ts'
import type { EmbeddedCluster } from './embedded-cluster.ts'
import { type Fault, NODES, type NodeIndex } from './faults.ts'
import { inflictOnPatroni } from './inflict-on-patroni.ts'

const AGAIN_AFTER_MS = 1_500
const POLL_MS = 100
/** A node judges others after this time, and is waited for that long. */
const JUDGE_MS = 17_000
const JUDGE_LIMIT_MS = 40_000
/** A node that was cut off needs this long to find that it was declared dead. */
const FENCED_MS = 5_000
/** How late the network answers when it is late. */
const LATE_ANSWER_MS = RESPONSE_TIMEOUT_MS + 2_000

/** Resolves when the fault is over; a killed node comes back on its own. */
export async function inflict(deployed: Deployed, fault: Fault): Promise<void> {
  const { ability, cluster, embedded, nodes, patroni, proxies, smsc } = deployed
  switch (fault.kind) {
    case 'kill':
      return nodes[fault.node].kill()
    case 'terminate': {
      const names = fault.whose === 'all' ? undefined : connectionsOf(fault.node, fault.whose)
      await cluster.terminate(names)
      if (fault.times === 1) return
      await delay(AGAIN_AFTER_MS)
      return cluster.terminate(names)
    }
    case 'restart':
      return ability.without(NODES, () => there(embedded).restart(fault.mode))
    case 'read-only':
      return ability.without(NODES, async () => {
        await there(embedded).setReadOnly(true)
        await delay(fault.forMs)
        await there(embedded).setReadOnly(false)
      })
    case 'cut-off':
      return cutOff(deployed, fault.forMs)
    case 'silence':
      proxies[fault.node].silence()
      return delay(fault.forMs)
    case 'demotion':
      await ability.without(NODES, async () => {
        await there(embedded).demote()
        await delay(fault.standbyMs)
        await there(embedded).promote()
      })
      await delay(fault.forMs)
      return there(embedded).forgetDemotion()
    case 'late-answers':
      await smsc.answerAfter(LATE_ANSWER_MS)
      await delay(fault.forMs)
      return smsc.answerAfter(SMSC_ANSWER_MS)
    case 'clock':
      await nodes[fault.node].stepClock(fault.stepMs)
      await delay(fault.forMs)
      return nodes[fault.node].stepClock(0)
    case 'database-clock':
      await untilNodesJudge(deployed)
      await cluster.stepClock(fault.stepMs)
      return delay(fault.forMs)
    case 'full-disk':
      return fillDisk(deployed, there(embedded), fault.forMs)
    case 'slow-commits':
      return there(embedded).slowCommits(fault.commitMs, fault.forMs)
    case 'switch-over':
    case 'primary-death':
    case 'standbys-lost':
      return inflictOnPatroni(deployed, there(patroni), fault)
  }
}

/** The database that a fault is for: a plan has only what its database can suffer. */
function there<T>(database: T | undefined): T {
  if (database === undefined) throw new Error('This fault is for another database')
  return database
}

/** Nodes declare others dead only when they have been well for a while themselves. */
async function untilNodesJudge({ ability }: Deployed): Promise<void> {
  const deadline = epochNow() + JUDGE_LIMIT_MS
  const isReady = (node: NodeIndex) => epochNow() - (ability.since(node) ?? Number.POSITIVE_INFINITY) > JUDGE_MS
  while (!NODES.every(isReady) && epochNow() < deadline) await delay(POLL_MS)
}

/** To the other node, one that is cut off for this long is dead. */
async function cutOff({ ability, proxies: [, proxy], takeovers }: Deployed, forMs: number): Promise<void> {
  takeovers.noteDeath(1)
  await ability.without([1], async () => {
    proxy.freeze()
    await delay(forMs)
    proxy.thaw()
  })
  await delay(FENCED_MS)
}

async function fillDisk({ ability, disk }: Deployed, cluster: EmbeddedCluster, forMs: number): Promise<void> {
  await ability.without(NODES, async () => {
    await disk?.fill()
    await delay(forMs)
    await disk?.free()
    await cluster.untilWritable()
  })
}

/** Prefixes of the application names of a node's connections. */
function connectionsOf(node: NodeIndex, whose: 'jobs' | 'node'): readonly string[] {
  const name = `heliograph ${nodeName(node)}`
  return [whose === 'jobs' ? `${name} jobs` : name]
}
