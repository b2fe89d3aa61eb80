import { setTimeout as delay } from 'node:timers/promises'
import { epochNow } from './ability.ts'
import { nodeName, RESPONSE_TIMEOUT_MS } from './configuration.ts'
import { type Deployed, SMSC_ANSWER_MS } from './deploy.ts'
import { type Fault, NODES, type NodeIndex } from './faults.ts'

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
  const { ability, cluster, nodes, proxies, smsc } = deployed
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
      return ability.without(NODES, () => cluster.restart(fault.mode))
    case 'read-only':
      return ability.without(NODES, async () => {
        await cluster.setReadOnly(true)
        await delay(fault.forMs)
        await cluster.setReadOnly(false)
      })
    case 'cut-off':
      return cutOff(deployed, fault.forMs)
    case 'silence':
      proxies[fault.node].silence()
      return delay(fault.forMs)
    case 'demotion':
      await ability.without(NODES, async () => {
        await cluster.demote()
        await delay(fault.standbyMs)
        await cluster.promote()
      })
      await delay(fault.forMs)
      return cluster.forgetDemotion()
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
      return fillDisk(deployed, fault.forMs)
    case 'slow-commits':
      return cluster.slowCommits(fault.commitMs, fault.forMs)
  }
}

/** Nodes declare others dead only when they have been well for a while themselves. */
async function untilNodesJudge({ ability }: Deployed): Promise<void> {
  const deadline = epochNow() + JUDGE_LIMIT_MS
  const isReady = (node: NodeIndex) => epochNow() - (ability.since(node) ?? Number.POSITIVE_INFINITY) > JUDGE_MS
  while (!NODES.every(isReady) && epochNow() < deadline) await delay(POLL_MS)
}

/** To the other node, one that is cut off for so long is dead. */
async function cutOff({ ability, proxies: [, proxy], takeovers }: Deployed, forMs: number): Promise<void> {
  takeovers.noteDeath(1)
  await ability.without([1], async () => {
    proxy.freeze()
    await delay(forMs)
    proxy.thaw()
  })
  await delay(FENCED_MS)
}

async function fillDisk({ ability, cluster, disk }: Deployed, forMs: number): Promise<void> {
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
