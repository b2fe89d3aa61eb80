import { type NoteAct, requireOperator } from '@heliograph/access'
import {
  GatewayError,
  Holds,
  Instances,
  type LinkPause,
  type LinkPdu,
  Links,
  type ProvidedService,
  Routing,
  type RoutingTable,
  UnknownOutcomes,
  Unmatched,
  type UnmatchedFilter,
  type UnmatchedPage,
  Waiting,
} from '@heliograph/contracts'
import { countryOfNumber, formatLinkId, normaliseNumber } from '@heliograph/messaging'
import { tripping } from './faults.ts'
import { createHolds, type HeldSending } from './holds.ts'
import type { EngineParts } from './memory-services.ts'
import { createUnknownOutcomes } from './unknown-outcomes.ts'
import { createWaiting } from './waiting.ts'

/** The only link of the double; all messages go over it. */
const LINK = 'net/main'
const TABLE: RoutingTable = {
  rules: [],
  routes: [{ name: 'default', groups: [[{ link: LINK, weight: 1, share: 1 }]] }],
}
const COUNTRY = 'ZA'

/** The services that only operators may use. */
export function createOperatorServices(parts: EngineParts, note: NoteAct): readonly ProvidedService[] {
  const { faults } = parts
  const holds: HeldSending = new Map()
  const pauses: LinkPauses = new Map()
  return [
    { token: Instances, service: tripping(faults, 'instances', instances) },
    { token: Links, service: tripping(faults, 'links', createLinks(parts, note, pauses)) },
    { token: Routing, service: tripping(faults, 'routing', routing) },
    { token: Holds, service: tripping(faults, 'holds', createHolds(parts, note, holds)) },
    {
      token: Waiting,
      service: tripping(
        faults,
        'waiting',
        createWaiting(parts, holds, () => pauses.has(LINK)),
      ),
    },
    { token: UnknownOutcomes, service: tripping(faults, 'unknownOutcomes', createUnknownOutcomes(parts, note)) },
    { token: Unmatched, service: tripping(faults, 'unmatched', createUnmatched(parts)) },
  ]
}

const instances: Instances = {
  async list(principal) {
    requireOperator(principal)
    const module = { kind: 'plugin', id: 'memory', version: '1.0.0' } as const
    const entry = { instanceId: 'net', use: 'memory', module, isOptional: false, health: { status: 'ok' } as const }
    return { node: 'memory', instances: [{ ...entry, configuration: { password: '[redacted]' } }] }
  },
}

const routing: Routing = {
  async table(principal) {
    requireOperator(principal)
    return TABLE
  },
  async explain(principal, question) {
    requireOperator(principal)
    const to = normaliseNumber(question.to, 'international', COUNTRY)
    if (to === undefined) {
      const details = { to: 'must be a phone number in international form' }
      throw new GatewayError('invalid', 'invalid-number', `to ${details.to}`, { details })
    }
    return {
      to,
      country: countryOfNumber(to) ?? null,
      rules: [],
      route: 'default',
      groups: [[{ link: LINK, weight: 1, share: 1 }]],
    }
  },
}

/** The last PDU of the link. */
function pduAt(now: number): LinkPdu {
  return {
    at: new Date(now),
    direction: 'out',
    bind: 'transceiver',
    peer: 'smsc.example.net:2775',
    command: 'enquire_link',
    status: 'ESME_ROK',
    sequenceNumber: 7,
    fields: [],
    octets: '00000010000000150000000000000007',
    length: 16,
  }
}

/** Links that operators have paused. */
type LinkPauses = Map<string, LinkPause>

function createLinks({ clock }: EngineParts, note: NoteAct, pauses: LinkPauses): Links {
  const requireLink = (link: string) => {
    if (link !== LINK) throw new GatewayError('not-found', 'link-not-found', `There is no link ${link}`)
  }
  return {
    async list(principal) {
      requireOperator(principal)
      const state = { link: LINK, node: null, state: 'standby', detail: null, figures: null } as const
      const pause = pauses.get(LINK) ?? null
      return [{ ...state, pdus: [pduAt(clock.now())], pause, routes: ['default'], waiting: [] }]
    },
    async hours(principal) {
      requireOperator(principal)
      const minute = { taken: 5, failed: 1, outstanding: 3, window: 10 }
      const minutes = Array.from({ length: 60 }, (_, index) => (index === 59 ? minute : null))
      return [{ link: LINK, since: new Date(clock.now() - 3_600_000), minutes }]
    },
    async pause(principal, link) {
      requireOperator(principal)
      requireLink(link)
      if (pauses.has(link)) return
      pauses.set(link, { at: new Date(clock.now()), by: principal.email })
      await note(principal, { action: 'link-paused', subject: `link ${link}`, clientId: null })
    },
    async resume(principal, link) {
      requireOperator(principal)
      requireLink(link)
      if (!pauses.delete(link)) return
      await note(principal, { action: 'link-resumed', subject: `link ${link}`, clientId: null })
    },
  }
}

function createUnmatched({ clock, inbox }: EngineParts): Unmatched {
  return {
    async receipts(principal, filter) {
      requireOperator(principal)
      const at = new Date(clock.now())
      const records = inbox.receipts.flatMap(({ receipt, smsId }, index) => {
        if (smsId !== null) return []
        const { carrier, link, networkId, to = null, status, networkStatus, errorId, doneAt } = receipt
        const name = link === undefined ? carrier : formatLinkId(carrier, link)
        const known = { receiptId: index + 1, link: name, networkId, to, status, networkStatus, errorId, doneAt }
        return [{ ...known, receivedAt: at, tries: 0, nextTryAt: at }]
      })
      return pageOf(records, filter, ({ receiptId }) => receiptId)
    },
    async incoming(principal, filter) {
      requireOperator(principal)
      const records = inbox.incoming.flatMap(({ message, incomingId, channelId }) => {
        if (channelId !== null) return []
        const { carrier, from, to, text, encoding, receivedAt } = message
        const link = formatLinkId(carrier, message.link)
        return [{ incomingId, link, from, to, text, encoding, isIncomplete: false, receivedAt }]
      })
      return pageOf(records, filter, ({ incomingId }) => incomingId)
    },
  }
}

/** Newest first. */
function pageOf<T>(oldestFirst: readonly T[], filter: UnmatchedFilter, idOf: (record: T) => number): UnmatchedPage<T> {
  const { before = Number.POSITIVE_INFINITY, limit } = filter
  const fitting = oldestFirst.filter((record) => idOf(record) < before).reverse()
  const records = fitting.slice(0, limit)
  const last = records.at(-1)
  return { records, next: last !== undefined && fitting.length > limit ? idOf(last) : undefined }
}
