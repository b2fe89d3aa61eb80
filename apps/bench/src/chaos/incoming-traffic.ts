import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from '../gateway/accounts.ts'
import { type Deployment, heliograph } from '../gateway/cli.ts'
import type { SmscProcess } from '../smsc/smsc-process.ts'
import { LINKS } from './configuration.ts'
import type { Random } from './random.ts'
import { lengthOf, numbersOf, type Span } from './span.ts'

/** Numbers that receive SMS: one whose client has webhooks, and one that replies automatically. */
export const HOOKED = '27820005001'
export const PLAIN = '27820005002'

/** An SMS from a contact who writes only once. */
export interface IncomingSms {
  readonly from: string
  readonly to: typeof HOOKED | typeof PLAIN
  readonly isOptOut: boolean
}

/** The number of a contact, in the order of the serial numbers. */
export function contactOf(serial: number): string {
  return `2783${String(serial).padStart(7, '0')}`
}

/**
 * Returns the SMS with this serial number. Of every four, two go to each number, and one of these two is an opt-out.
 */
export function incomingSms(serial: number): IncomingSms {
  return { from: contactOf(serial), to: serial % 4 < 2 ? HOOKED : PLAIN, isOptOut: serial % 2 === 1 }
}

/** Adds the channels of the two numbers. */
export async function addChannels(deployment: Deployment, { clientId }: Account, hookUrl: string): Promise<void> {
  const add = (number: string) => heliograph(deployment, ['channel', 'add', '--client', clientId, '--number', number])
  const set = (id: unknown, ...options: string[]) =>
    heliograph(deployment, ['channel', 'set', '--channel', String(id), ...options])
  const [hooked, plain] = [await add(HOOKED), await add(PLAIN)]
  await set(hooked.channelId, '--incoming-url', hookUrl, '--optout-url', hookUrl)
  await set(plain.channelId, '--auto-response', 'We call back')
}

export interface TrafficOptions {
  readonly span: Span
  /** Time over which the SMS are spread. */
  readonly overMs: number
  readonly smsc: Pick<SmscProcess, 'sendIncoming'>
  readonly random: Random
  readonly signal: AbortSignal
}

/** Makes the network send SMS, each repeatedly until a node takes it. */
export async function sendTraffic({ span, overMs, smsc, random, signal }: TrafficOptions): Promise<void> {
  const beganMs = performance.now()
  const taken: Promise<void>[] = []
  for (const [index, serial] of numbersOf(span).entries()) {
    await delay(Math.max(0, beganMs + (index / lengthOf(span)) * overMs - performance.now()))
    if (signal.aborted) return
    const { from, to, isOptOut } = incomingSms(serial)
    const text = isOptOut ? 'Please stop' : `Hello ${serial}`
    const one = smsc.sendIncoming({ from, to, text, systemId: random.pick(LINKS) })
    // Fails when the round is interrupted, which may be before all of them are waited for.
    one.catch(() => {})
    taken.push(one)
  }
  await Promise.race([
    Promise.all(taken),
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
  ])
}
