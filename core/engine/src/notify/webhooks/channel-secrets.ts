import type { Clock } from '@heliograph/contracts'
import { ExpiringCache } from '../../accounts/expiring-cache.ts'
import type { SecretBox } from '../../accounts/master-keys/secret-box.ts'
import type { Sql } from '../../database/database.ts'
import { loadSigningSecrets, secretsInForce } from './signing-secrets.ts'
import type { Webhook } from './webhook.ts'

/** Secrets in force; the first is the one that receivers have. */
export type Secrets = readonly [string, ...string[]]

const REMEMBERED = 10_000
const FRESH_MS = 5_000

/** The channel and kind of a webhook, which decide what it is signed with. */
type Signer = Pick<Webhook, 'channelId' | 'kind'>

/**
 * The secrets of channels, opened and remembered for some seconds, because a channel usually sends many webhooks in a
 * row. Null for a channel that no longer exists.
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

  /** Forgets all secrets, because accounts have changed. */
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
    const rows = await loadSigningSecrets(this.#sql, [...new Set(signers.map(({ channelId }) => channelId))])
    const loaded = new Map<string, Secrets | null>()
    for (const signer of signers) {
      const row = rows.get(signer.channelId)
      const secrets = row === undefined ? null : this.#open(secretsInForce(row, signer.kind, now))
      this.#known.set(keyOf(signer), secrets, now)
      loaded.set(keyOf(signer), secrets)
    }
    return loaded
  }

  #open([first, ...others]: readonly [Buffer, ...Buffer[]]): Secrets {
    return [this.#box.open(first), ...others.map((sealed) => this.#box.open(sealed))]
  }
}

function keyOf({ channelId, kind }: Signer): string {
  return `${channelId} ${kind}`
}
