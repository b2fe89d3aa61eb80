import { setTimeout as delay } from 'node:timers/promises'
import { MOST_SERIALS, recipientOf, textOf } from '../generator/request-template.ts'
import type { Acceptances } from './acceptances.ts'
import type { Random } from './random.ts'
import type { Request, Requests } from './requests.ts'

export interface SendOptions {
  readonly requests: Requests
  readonly apiKey: string
  /** Addresses of the nodes; undefined for a node that is down. */
  readonly nodes: () => readonly (string | undefined)[]
  readonly random: Random
  /** Gets the messages that have been accepted. */
  readonly acceptances: Acceptances
  /** Once aborted, nothing more is sent. */
  readonly signal: AbortSignal
}

export interface SendResult {
  readonly accepted: ReadonlySet<number>
  /** Final refusals. */
  readonly refused: readonly string[]
  /** Requests that were sent again because the answer was unclear or asked for a retry. */
  readonly repeats: number
}

const WORKERS = 8
const RETRY_PAUSE_MS = 200
const REQUEST_LIMIT_MS = 30_000
/** The groupId of statuses that refuse. */
const REJECTED = 5
const SERIAL_DIGITS = String(MOST_SERIALS - 1).length

/** Ids are in the order of the numbers. */
export function messageIdOf(serial: number): string {
  return `chaos-${String(serial).padStart(SERIAL_DIGITS, '0')}`
}

/** Sends messages in requests of many sizes to both nodes, each again with the same ids until its answer is clear. */
export async function sendAll(options: SendOptions): Promise<SendResult> {
  const { acceptances, requests } = options
  const refused: string[] = []
  let repeats = 0
  async function work(): Promise<void> {
    for (let request = await requests.next(); request; request = await requests.next()) {
      while (!options.signal.aborted) {
        const answer = await sendOnce(options, request)
        if (answer !== undefined) {
          acceptances.note(answer.accepted)
          refused.push(...answer.refused)
          break
        }
        repeats += 1
        await delay(RETRY_PAUSE_MS)
      }
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return { accepted: acceptances.serials, refused, repeats }
}

interface Answer {
  readonly accepted: readonly number[]
  readonly refused: readonly string[]
}

/** Sends a request once. Resolves with undefined when the outcome is not known, or the request may be sent again. */
async function sendOnce(options: SendOptions, { first, count }: Request): Promise<Answer | undefined> {
  const there = options.nodes().filter((node) => node !== undefined)
  if (there.length === 0) return undefined
  const serials = Array.from({ length: count }, (_, index) => first + index)
  try {
    const response = await fetch(`${options.random.pick(there)}/sms/2/messages`, {
      method: 'POST',
      headers: { authorization: `App ${options.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: serials.map(messageOf) }),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    })
    const text = await response.text()
    if (response.status >= 500) return undefined
    if (!response.ok)
      return { accepted: [], refused: [`messages ${first} to ${first + count - 1}: ${response.status} ${text}`] }
    return readAnswer(text, first)
  } catch {
    return undefined
  }
}

function messageOf(serial: number) {
  return { destinations: [{ to: recipientOf(serial), messageId: messageIdOf(serial) }], text: textOf(serial) }
}

function readAnswer(text: string, first: number): Answer {
  const { messages } = JSON.parse(text) as { messages: { status: { groupId: number; name: string } }[] }
  const accepted: number[] = []
  const refused: string[] = []
  for (const [index, { status }] of messages.entries()) {
    if (status.groupId === REJECTED) refused.push(`${messageIdOf(first + index)}: ${status.name}`)
    else accepted.push(first + index)
  }
  return { accepted, refused }
}
