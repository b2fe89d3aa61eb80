import { type Clock, GatewayError } from '@heliograph/contracts'

/** Webhooks that may be sent again in any minute: of a client, and to a host, of whichever client. */
export const RESENDS_PER_MINUTE = { client: 1_000, host: 300 } as const

/** Calls of a client's URLs with made-up events, in any minute. */
export const TESTS_PER_MINUTE = 20

const MINUTE_MS = 60_000

/** A webhook that is to be sent again. */
export interface ResentWebhook {
  readonly clientId: number
  readonly url: string
}

/** The host of a URL, by which calls to it are counted: its ports and paths are all the same machine's. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

interface Taken {
  readonly at: number
  readonly count: number
}

/** Limits how often webhooks are sent again and tested, at this node: they make requests to hosts of others. */
export class ResendLimits {
  readonly #clock: Clock
  readonly #taken = new Map<string, Taken[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes those that may be sent again now, in their order. Throws `throttled`/`too-many-resends` when none may. */
  admitSome<T extends ResentWebhook>(webhooks: readonly T[]): readonly T[] {
    const admitted = webhooks.filter((webhook) => this.#take(webhook))
    if (admitted.length === 0 && webhooks[0] !== undefined) throw this.#tooMany(webhooks[0])
    return admitted
  }

  /** Takes all of them, or throws `throttled`/`too-many-resends` and takes none. */
  admitAll(webhooks: readonly ResentWebhook[]): void {
    const before = new Map([...this.#taken].map(([key, taken]) => [key, [...taken]]))
    const refused = webhooks.find((webhook) => !this.#take(webhook))
    if (refused === undefined) return
    const error = this.#tooMany(refused)
    this.#taken.clear()
    for (const [key, taken] of before) this.#taken.set(key, taken)
    throw error
  }

  /** Throws `throttled`/`too-many-tests`. */
  admitTest(clientId: number): void {
    const key = `test ${clientId}`
    if (!this.#room(key, TESTS_PER_MINUTE)) {
      const text = `At most ${TESTS_PER_MINUTE} tests of webhooks a minute`
      throw new GatewayError('throttled', 'too-many-tests', text, { retryAfterSeconds: this.#waitSeconds([key]) })
    }
    this.#count(key)
  }

  #take({ clientId, url }: ResentWebhook): boolean {
    const [client, host] = keysOf({ clientId, url })
    if (!this.#room(client, RESENDS_PER_MINUTE.client) || !this.#room(host, RESENDS_PER_MINUTE.host)) return false
    this.#count(client)
    this.#count(host)
    return true
  }

  #room(key: string, limit: number): boolean {
    const since = this.#clock.now() - MINUTE_MS
    const recent = (this.#taken.get(key) ?? []).filter(({ at }) => at > since)
    if (recent.length === 0) this.#taken.delete(key)
    else this.#taken.set(key, recent)
    return recent.reduce((total, { count }) => total + count, 0) < limit
  }

  #count(key: string): void {
    const at = this.#clock.now()
    const taken = this.#taken.get(key) ?? []
    const last = taken.at(-1)
    const same = last?.at === at ? last.count : 0
    this.#taken.set(key, [...(same > 0 ? taken.slice(0, -1) : taken), { at, count: same + 1 }])
  }

  #tooMany(webhook: ResentWebhook): GatewayError {
    const { client, host } = RESENDS_PER_MINUTE
    const text = `At most ${client} webhooks of a client, and ${host} to a host, are sent again in a minute`
    const retryAfterSeconds = this.#waitSeconds(keysOf(webhook))
    return new GatewayError('throttled', 'too-many-resends', text, { retryAfterSeconds })
  }

  /** Until the first of those counted leaves the minute. */
  #waitSeconds(keys: readonly string[]): number {
    const first = Math.min(...keys.map((key) => this.#taken.get(key)?.[0]?.at ?? this.#clock.now()))
    return Math.max(1, Math.ceil((first + MINUTE_MS - this.#clock.now()) / 1_000))
  }
}

function keysOf({ clientId, url }: ResentWebhook): readonly [client: string, host: string] {
  return [`client ${clientId}`, `host ${hostOf(url)}`]
}
