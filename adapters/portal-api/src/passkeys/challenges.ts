import { createHash } from 'node:crypto'
import type { Clock, InstanceState } from '@heliograph/contracts'

/** For this long a browser may wait for its user's passkey. */
export const CHALLENGE_MS = 5 * 60_000

/** No owner has it, because owners are kept as hashes. */
const USED = 'used'

/** What browsers were asked to sign. Each is good for one answer, on any node, from where it was asked for. */
export interface Challenges {
  /** `owner`: who may answer, and what for. */
  keep(challenge: string, owner: string): Promise<void>
  /** Uses it up. False: it is unknown, over, used already, or another's. */
  take(challenge: string, owner: string): Promise<boolean>
}

export function createChallenges(state: InstanceState, clock: Clock): Challenges {
  const entry = (challenge: string, value: string) => {
    const key = `passkey-challenges/${hashOf(challenge)}`
    return { key, value, expiresAt: new Date(clock.now() + CHALLENGE_MS) }
  }
  return {
    keep: (challenge, owner) => state.set(entry(challenge, hashOf(owner))),
    take: (challenge, owner) => state.replace(hashOf(owner), entry(challenge, USED)),
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
