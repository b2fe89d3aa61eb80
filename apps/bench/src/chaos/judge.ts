import type { Arrival } from '../smsc/protocol.ts'
import type { StoredMessage } from './records.ts'
import type { SendResult } from './sender.ts'
import { numbersOf, type Span } from './span.ts'

/** The evidence left by a round. */
export interface Evidence {
  /** The messages that clients sent. */
  readonly span: Span
  readonly sent: SendResult
  readonly stored: ReadonlyMap<number, StoredMessage>
  /** All submits at the network, in order of arrival. */
  readonly arrivals: readonly Arrival[]
  /** The time when the network's answer was committed, by the network's id. */
  readonly recorded: ReadonlyMap<string, number>
}

/** The outcome of the messages, by number. */
export interface Verdict {
  readonly notAccepted: readonly number[]
  /** Accepted, but never at the network. */
  readonly lost: readonly number[]
  /** Accepted, but not in the database. */
  readonly notStored: readonly number[]
  readonly notFinal: readonly number[]
  /** Submitted again after the answer to an earlier submit was in the database. */
  readonly sentTwiceKnown: readonly number[]
  /** Submitted again after a node had received the answer to an earlier submit, whether it recorded that or not. */
  readonly sentTwiceAnswered: readonly number[]
  /** Submitted more than once while no answer was there, which the policy `resend` allows. */
  readonly sentTwiceUnknown: readonly number[]
  /** Of an earlier round, when all of its messages were final. */
  readonly sentAfterRound: readonly number[]
  readonly refused: readonly string[]
}

export function judge({ span, sent, stored, arrivals, recorded }: Evidence): Verdict {
  const bySerial = arrivalsBySerial(arrivals)
  const serials = numbersOf(span)
  const accepted = serials.filter((serial) => sent.accepted.has(serial))
  const repeated = [...bySerial].filter(([, all]) => all.length > 1)
  const known = new Set(repeated.filter(([, all]) => wasKnown(all, recorded)).map(([serial]) => serial))
  return {
    notAccepted: serials.filter((serial) => !sent.accepted.has(serial)),
    lost: accepted.filter((serial) => !bySerial.has(serial)),
    notStored: accepted.filter((serial) => !stored.has(serial)),
    notFinal: [...stored].filter(([, { isFinal }]) => !isFinal).map(([serial]) => serial),
    sentTwiceKnown: [...known],
    sentTwiceAnswered: repeated.filter(([, all]) => wasAnswered(all)).map(([serial]) => serial),
    sentTwiceUnknown: repeated.map(([serial]) => serial).filter((serial) => !known.has(serial)),
    sentAfterRound: [...bySerial.keys()].filter((serial) => serial < span.first),
    refused: sent.refused,
  }
}

/**
 * The rules that were broken, with the messages; empty when all were kept.
 *
 * @param options.answersCount every answer that a node received had to count, since the node could record it
 */
export function brokenRules(
  verdict: Verdict,
  { answersCount }: { readonly answersCount: boolean },
): ReadonlyMap<string, readonly number[]> {
  const { notAccepted, lost, notStored, notFinal, sentTwiceKnown, sentTwiceAnswered, sentAfterRound } = verdict
  const rules: readonly (readonly [string, readonly number[]])[] = [
    ['never accepted', notAccepted],
    ['lost', lost],
    ['accepted and not stored', notStored],
    ['not final', notFinal],
    ['sent twice with the answer known', sentTwiceKnown],
    ['sent twice though answered', answersCount ? sentTwiceAnswered : []],
    ['sent again after the end of their round', sentAfterRound],
  ]
  return new Map(rules.filter(([, serials]) => serials.length > 0))
}

export function arrivalsBySerial(arrivals: readonly Arrival[]): ReadonlyMap<number, readonly Arrival[]> {
  const bySerial = new Map<number, Arrival[]>()
  for (const arrival of arrivals) {
    const before = bySerial.get(arrival.serial)
    if (before === undefined) bySerial.set(arrival.serial, [arrival])
    else before.push(arrival)
  }
  return bySerial
}

/** Whether a later submit arrived after the answer to an earlier one had been committed. */
function wasKnown(arrivals: readonly Arrival[], recorded: ReadonlyMap<string, number>): boolean {
  return arrivals.some((later, index) =>
    arrivals
      .slice(0, index)
      .some(({ networkId }) => (recorded.get(networkId) ?? Number.POSITIVE_INFINITY) < later.atMs),
  )
}

/** An answer that is this old is the node's to know; one under way at the same time is not. */
const ANSWER_KNOWN_MS = 1_000

/** Whether a later submit arrived after the answer to an earlier one had reached a node. */
function wasAnswered(arrivals: readonly Arrival[]): boolean {
  return arrivals.some((later, index) =>
    arrivals
      .slice(0, index)
      .some(({ answeredAtMs = Number.POSITIVE_INFINITY }) => answeredAtMs + ANSWER_KNOWN_MS < later.atMs),
  )
}
