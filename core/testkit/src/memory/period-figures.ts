import { requireOperator } from '@heliograph/access'
import type {
  FigureDivision,
  FigureStep,
  PeriodCount,
  PeriodFigures,
  PeriodFilter,
  PeriodOutcome,
  Principal,
} from '@heliograph/contracts'
import { callingCodeOfDigits, isFinal, isVisible, visibleChannel } from '@heliograph/messaging'
import { handsetTimes } from './handset-times.ts'
import type { EngineParts } from './memory-services.ts'
import type { StoredMessage } from './messages.ts'
import { formatAmount, parseAmount } from './money.ts'

const DAY_MS = 86_400_000

/** What ended without a part of it left with a network, and was credited back. */
const UNSENT: ReadonlySet<string> = new Set(['expired', 'no-route', 'cancelled', 'opted-out'])

/** The key of a message in each division; null: it is left out. */
const KEYS: Readonly<Record<FigureDivision, (message: StoredMessage) => string | null>> = {
  channel: ({ channelId }) => String(channelId),
  user: ({ userId }) => String(userId),
  client: ({ clientId }) => String(clientId),
  origin: ({ origin }) => origin,
  'calling-code': ({ to }) => callingCodeOfDigits(to),
  state: ({ state }) => state,
  error: ({ errorId }) => String(errorId ?? 0),
  campaign: ({ bulkId }) => bulkId,
  link: ({ carrier }) => carrier,
}

const FOR_OPERATORS: ReadonlySet<string | undefined> = new Set(['client', 'link'])

/** The figures of the double, counted at each call. */
export function createPeriodFigures(parts: EngineParts): PeriodFigures {
  const { accounts, campaigns, clock, contacts, faults, inbox, messages } = parts

  function isAskedFor(owner: Owner, principal: Principal, { clientId }: PeriodFilter): boolean {
    if (principal.role === 'operator') return owner.clientId === (clientId ?? owner.clientId)
    const only = visibleChannel(principal, accounts.ownChannelOf(principal))
    return owner.clientId === principal.clientId && isVisible(only, owner.channelId)
  }

  /** The messages of each step and key, in their order. */
  function groupsOf(principal: Principal, filter: PeriodFilter) {
    const groups = new Map<string, StoredMessage[]>()
    for (const message of messages.all()) {
      const day = dayOf(message.acceptedAt.getTime())
      const key = keyOf(message, filter, campaigns)
      if (key === undefined || !isIn(day, filter) || !isAskedFor(message, principal, filter)) continue
      const group = JSON.stringify([stepOf(day, filter.step), key])
      groups.set(group, [...(groups.get(group) ?? []), message])
    }
    return [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([group, found]) => {
        const [at, key] = JSON.parse(group) as [string | null, string | null]
        return { at, key, found }
      })
  }

  /** When contacts opted out; undefined: it is not for a user of one channel. */
  function optOutsOf(principal: Principal, { clientId }: PeriodFilter): readonly Date[] | undefined {
    const isOperator = principal.role === 'operator'
    if (!isOperator && visibleChannel(principal, accounts.ownChannelOf(principal)) !== null) return undefined
    return contacts.audit
      .filter(({ subscription: { clientId: owner, status }, changed }) => {
        return changed && status === 'opted-out' && owner === (isOperator ? (clientId ?? owner) : principal.clientId)
      })
      .map(({ subscription }) => subscription.changedAt)
  }

  function repliesOf(principal: Principal, filter: PeriodFilter): readonly Date[] {
    return inbox.incoming
      .filter(({ channelId }) => {
        const clientId = accounts.clientOfChannel(channelId)
        return clientId !== undefined && channelId !== null && isAskedFor({ clientId, channelId }, principal, filter)
      })
      .map(({ message }) => message.receivedAt)
  }

  return {
    async of(principal, filter) {
      faults.trip('status')
      if (FOR_OPERATORS.has(filter.by)) requireOperator(principal)
      const counts = groupsOf(principal, filter).map(({ at, key, found }) => {
        const name = filter.by === 'campaign' && key !== null ? (campaigns.get(key) ?? null) : null
        return countOf({ at, key, name }, found)
      })
      return { counts, countedAt: new Date(clock.now()), isComplete: true }
    },
    async outcomes(principal, filter) {
      faults.trip('status')
      const sent = new Map(groupsOf(principal, filter).map(({ at, found }) => [at, found]))
      const countIn = (at: string | null, moments: readonly Date[]) =>
        moments.filter((moment) => {
          const day = dayOf(moment.getTime())
          return isIn(day, filter) && stepOf(day, filter.step) === at
        }).length
      const replies = repliesOf(principal, filter)
      const optOuts = optOutsOf(principal, filter)
      const days = [...replies, ...(optOuts ?? [])].map((moment) => dayOf(moment.getTime()))
      const steps = new Set([
        ...[...sent].filter(([, found]) => handsetTimes(found) !== null).map(([at]) => at),
        ...days.filter((day) => isIn(day, filter)).map((day) => stepOf(day, filter.step)),
      ])
      return [...steps].sort().map(
        (at): PeriodOutcome => ({
          at,
          replies: countIn(at, replies),
          optOuts: optOuts === undefined ? null : countIn(at, optOuts),
          handset: handsetTimes(sent.get(at) ?? []),
        }),
      )
    },
  }
}

/** Whose it is. */
type Owner = Pick<StoredMessage, 'clientId' | 'channelId'>

function isIn(day: string, { from, until }: PeriodFilter): boolean {
  return day >= from && day < until
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The first day of the step that a day is in. */
function stepOf(day: string, step: FigureStep | undefined): string | null {
  if (step === undefined) return null
  if (step === 'month') return `${day.slice(0, 7)}-01`
  if (step === 'day') return day
  const time = Date.parse(day)
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7
  return dayOf(time - sinceMonday * DAY_MS)
}

/** Undefined: the message is left out. */
function keyOf(
  message: StoredMessage,
  { by }: PeriodFilter,
  campaigns: ReadonlyMap<string, string>,
): string | null | undefined {
  if (by === undefined) return null
  const key = KEYS[by](message)
  if (key === null || (by === 'campaign' && !campaigns.has(key))) return undefined
  return key
}

function countOf(place: Pick<PeriodCount, 'at' | 'key' | 'name'>, found: readonly StoredMessage[]): PeriodCount {
  const count = (fits: (message: StoredMessage) => boolean) => found.filter(fits).length
  const sum = (of: readonly StoredMessage[]) =>
    formatAmount(of.reduce((total, { price }) => total + parseAmount(price.amount), 0n))
  return {
    ...place,
    messages: found.length,
    parts: found.reduce((total, { parts }) => total + parts, 0),
    ended: count(({ state }) => isFinal(state) && state !== 'cancelled'),
    delivered: count(({ state }) => state === 'delivered'),
    charged: sum(found),
    refunded: sum(found.filter(({ state, networkId }) => UNSENT.has(state) && networkId === null)),
  }
}
