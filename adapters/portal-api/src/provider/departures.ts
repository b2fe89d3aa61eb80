import { createHash } from 'node:crypto'
import type { Clock, InstanceState } from '@heliograph/contracts'
import type { ProviderSecrets } from './provider.ts'

/** For this long a browser may stay with the provider. */
export const DEPARTURE_MS = 10 * 60_000

/** What is known of a browser that was sent to the provider: what its login began with, or who came back. */
export type Departure =
  | ({ readonly kind: 'away' } & ProviderSecrets)
  /** Whose second factor is still to be asked for. */
  | { readonly kind: 'back'; readonly userId: number }

/** Browsers that were sent to the provider, by the state that only they and the provider know. */
export interface Departures {
  get(state: string): Promise<Departure | undefined>
  set(state: string, departure: Departure): Promise<void>
  delete(state: string): Promise<void>
}

export function createDepartures(kept: InstanceState, clock: Clock): Departures {
  return {
    async get(state) {
      const text = await kept.get(keyOf(state))
      return text === undefined ? undefined : (JSON.parse(text) as Departure)
    },
    set: (state, departure) =>
      kept.set({
        key: keyOf(state),
        value: JSON.stringify(departure),
        expiresAt: new Date(clock.now() + DEPARTURE_MS),
      }),
    delete: (state) => kept.delete(keyOf(state)),
  }
}

function keyOf(state: string): string {
  return `provider/${createHash('sha256').update(state).digest('base64url')}`
}
