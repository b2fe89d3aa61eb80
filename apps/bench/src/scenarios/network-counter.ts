import type { BenchGateway } from '../gateway/bench-gateway.ts'
import type { SimulatorAdmin } from '../gateway/simulator-admin.ts'
import type { SmscProcess } from '../smsc/smsc-process.ts'

/** The counts of a network so far. */
export interface NetworkCounts {
  /** Different messages. */
  readonly messages: number
  /** Arrivals beyond the first of each message. */
  readonly duplicates: number
  /** The last arrival, milliseconds since the epoch; undefined while there is none. */
  readonly lastAtMs: number | undefined
  /** Receipts that the network has not sent yet. */
  readonly pendingReceipts: number
}

export type NetworkCounter = () => Promise<NetworkCounts>

export function countSimulator(simulator: SimulatorAdmin): NetworkCounter {
  return async () => {
    const { messages, duplicates, lastTakenAt, receipts } = await simulator.stats()
    return {
      messages,
      duplicates,
      lastAtMs: lastTakenAt === null ? undefined : Date.parse(lastTakenAt),
      pendingReceipts: receipts.pending,
    }
  }
}

export function countSmsc(smsc: SmscProcess): NetworkCounter {
  return async () => {
    const { submits, messages, lastAtMs, receipts } = await smsc.stats()
    return {
      messages,
      duplicates: submits - messages,
      lastAtMs: submits === 0 ? undefined : lastAtMs,
      pendingReceipts: receipts.waiting,
    }
  }
}

/** Returns the network that speaks SMPP. Throws when the scenario's plan has none. */
export function requireSmsc({ smsc }: BenchGateway): SmscProcess {
  if (smsc === undefined) throw new Error('This scenario needs a gateway of its own: leave --gateway out')
  return smsc
}
