import type {
  FigureDivision,
  FigureStep,
  PeriodCount,
  PeriodFigures,
  PeriodFilter,
  Principal,
} from '@heliograph/contracts'
import { callingCodeOfDigits, isFinal, isVisible, visibleChannel } from '@heliograph/messaging'
import type { EngineParts } from './memory-services.ts'
import type { StoredMessage } from './messages.ts'
import { formatAmount, parseAmount } from './money.ts'

const DAY_MS = 86_400_000

/** What ended without a part of it left with a network, and was credited back. */
const UNSENT: ReadonlySet<string> = new Set(['expired', 'no-route', 'cancelled', 'opted-out'])

const KEYS: Readonly<Record<FigureDivision, (message: StoredMessage) => string>> = {
  channel: ({ channelId }) => String(channelId),
  user: ({ userId }) => String(userId),
  origin: ({ origin }) => origin,
  'calling-code': ({ to }) => callingCodeOfDigits(to),
  state: ({ state }) => state,
  error: ({ errorId }) => String(errorId ?? 0),
}

/** The figures of the double, counted at each call. */
export function createPeriodFigures({ accounts, clock, faults, messages }: EngineParts): PeriodFigures {
  function isAskedFor(message: StoredMessage, principal: Principal, { clientId }: PeriodFilter): boolean {
    if (principal.role === 'operator') return message.clientId === (clientId ?? message.clientId)
    const only = visibleChannel(principal, accounts.ownChannelOf(principal))
    return message.clientId === principal.clientId && isVisible(only, message.channelId)
  }

  return {
    async of(principal, filter) {
      faults.trip('status')
      const groups = new Map<string, StoredMessage[]>()
      for (const message of messages.all()) {
        const day = dayOf(message.acceptedAt.getTime())
        if (day < filter.from || day >= filter.until || !isAskedFor(message, principal, filter)) continue
        const group = JSON.stringify([stepOf(day, filter.step), keyOf(message, filter)])
        groups.set(group, [...(groups.get(group) ?? []), message])
      }
      const counts = [...groups]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([group, found]) => {
          const [at, key] = JSON.parse(group) as [string | null, string | null]
          return countOf(at, key, found)
        })
      return { counts, countedAt: new Date(clock.now()), isComplete: true }
    },
  }
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

function keyOf(message: StoredMessage, { by }: PeriodFilter): string | null {
  if (by === undefined) return null
  return KEYS[by](message)
}

function countOf(at: string | null, key: string | null, found: readonly StoredMessage[]): PeriodCount {
  const count = (fits: (message: StoredMessage) => boolean) => found.filter(fits).length
  const sum = (of: readonly StoredMessage[]) =>
    formatAmount(of.reduce((total, { price }) => total + parseAmount(price.amount), 0n))
  return {
    ...{ at, key },
    messages: found.length,
    parts: found.reduce((total, { parts }) => total + parts, 0),
    ended: count(({ state }) => isFinal(state) && state !== 'cancelled'),
    delivered: count(({ state }) => state === 'delivered'),
    charged: sum(found),
    refunded: sum(found.filter(({ state, networkId }) => UNSENT.has(state) && networkId === null)),
  }
}
