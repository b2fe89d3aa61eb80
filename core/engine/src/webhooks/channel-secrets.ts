import type { Clock } from '@heliograph/contracts'
import { ExpiringCache } from '../accounts/expiring-cache.ts'
import type { SecretBox } from '../accounts/secrets.ts'
import { numberArray, textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { Webhook, WebhookKind } from './webhook.ts'

/** Secrets in force, the one that receivers have first. */
export type Secrets = readonly [string, ...string[]]

const REMEMBERED = 10_000
const FRESH_MS = 5_000

/** What webhooks of a kind from a channel are signed with. */
type Signer = Pick<Webhook, 'channelId' | 'kind'>

/**
 * The secrets of channels, opened and remembered for some seconds: a channel mostly sends many webhooks in a row. Null where there is no such channel any more.
 */
export class ChannelSecrets {
  readonly #sql: Sql
  readonly #box: SecretBox
  readonly #clock: Clock
  readonly #known = new ExpiringCache<string, Secrets | null>(REMEMBERED)

  constructor({ sql, secrets, clock }: { readonly sql: Sql; readonly secrets: SecretBox; readonly clock: Clock }) {
    this.#sql = sql
    this.#box = secrets
    this.#clock = clock
  }

  /** Accounts have changed. */
  forget(): void {
    this.#known.clear()
  }

  /** Resolves with the secrets of each, in order. */
  async of(signers: readonly Signer[]): Promise<readonly (Secrets | null)[]> {
    const now = this.#clock.now()
    const found = new Map<string, Secrets | null>()
    const missing = new Map<string, Signer>()
    for (const signer of signers) {
      const key = keyOf(signer)
      const known = this.#known.get(key, now, FRESH_MS)
      if (known === undefined) missing.set(key, signer)
      else found.set(key, known)
    }
    if (missing.size > 0) for (const [key, secrets] of await this.#load([...missing.values()])) found.set(key, secrets)
    return signers.map((signer) => found.get(keyOf(signer)) ?? null)
  }

  async #load(signers: readonly Signer[]): Promise<ReadonlyMap<string, Secrets | null>> {
    const now = this.#clock.now()
    const rows = new Map((await loadSecrets(this.#sql, signers)).map((row) => [keyOf(row), row.secret]))
    const loaded = new Map<string, Secrets | null>()
    for (const signer of signers) {
      const key = keyOf(signer)
      const sealed = rows.get(key)
      const secrets: Secrets | null = sealed === undefined ? null : [this.#box.open(sealed)]
      this.#known.set(key, secrets, now)
      loaded.set(key, secrets)
    }
    return loaded
  }
}

function keyOf({ channelId, kind }: Signer): string {
  return `${channelId} ${kind}`
}

/** Opt-out and opt-in webhooks may have a shared secret of their own; all others are signed with the channel's security key. */
async function loadSecrets(sql: Sql, signers: readonly Signer[]): Promise<readonly (Signer & { secret: Buffer })[]> {
  const rows = await sql<{ channel_id: number; kind: WebhookKind; secret: Buffer }[]>`
    select channel.channel_id, given.kind,
      coalesce(
        case given.kind when 'opt-out' then channel.optout_secret when 'opt-in' then channel.optin_secret end,
        channel.security_key
      ) as secret
    from unnest(
      ${numberArray(signers.map(({ channelId }) => channelId))}::bigint[],
      ${textArray(signers.map(({ kind }) => kind))}::text[]
    ) as given (channel_id, kind)
    join channel on channel.channel_id = given.channel_id`
  return rows.map(({ channel_id: channelId, kind, secret }) => ({ channelId, kind, secret }))
}
