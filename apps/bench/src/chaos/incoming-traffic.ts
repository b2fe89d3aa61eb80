import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from '../gateway/accounts.ts'
import { type Deployment, heliograph } from '../gateway/cli.ts'
import type { SmscProcess } from '../smsc/smsc-process.ts'
import { LINKS } from './configuration.ts'
import type { Random } from './random.ts'

/** Numbers that SMS come to: one whose client has web hooks, and one that answers by itself. */
export const HOOKED = '27820005001'
export const PLAIN = '27820005002'

/** An SMS from a contact who writes just this once. */
export interface IncomingSms {
  readonly from: string
  readonly to: typeof HOOKED | typeof PLAIN
  readonly isOptOut: boolean
}

/** Of four, half go to each number, and half of those are opt-outs. */
export function incomingSms(serial: number): IncomingSms {
  const from = `2783${String(serial).padStart(7, '0')}`
  return { from, to: serial % 4 < 2 ? HOOKED : PLAIN, isOptOut: serial % 2 === 1 }
}

/** Adds the channels. */
export async function addChannels(deployment: Deployment, { clientId }: Account, hookUrl: string): Promise<void> {
  const add = (number: string) => heliograph(deployment, ['channel', 'add', '--client', clientId, '--number', number])
  const set = (id: unknown, ...options: string[]) =>
    heliograph(deployment, ['channel', 'set', '--channel', String(id), ...options])
  const [hooked, plain] = [await add(HOOKED), await add(PLAIN)]
  await set(hooked.channelId, '--incoming-url', hookUrl, '--optout-url', hookUrl)
  await set(plain.channelId, '--auto-response', 'We call back')
}

export interface TrafficOptions {
  readonly count: number
  /** They are spread over so long. */
  readonly overMs: number
  readonly smsc: Pick<SmscProcess, 'sendIncoming'>
  readonly random: Random
  readonly signal: AbortSignal
}

/** Has the network send SMS, each until a node takes it. */
export async function sendTraffic({ count, overMs, smsc, random, signal }: TrafficOptions): Promise<void> {
  const beganMs = performance.now()
  const taken: Promise<void>[] = []
  for (let serial = 0; serial < count && !signal.aborted; serial++) {
    await delay(Math.max(0, beganMs + (serial / count) * overMs - performance.now()))
    const { from, to, isOptOut } = incomingSms(serial)
    const text = isOptOut ? 'Please stop' : `Hello ${serial}`
    taken.push(smsc.sendIncoming({ from, to, text, systemId: random.pick(LINKS) }))
  }
  await Promise.race([
    Promise.all(taken),
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
  ])
}
