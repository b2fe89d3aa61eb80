import { createHash, randomBytes } from 'node:crypto'
import { type Clock, GatewayError, type InstanceState } from '@heliograph/contracts'

const HOUR_MS = 3_600_000
/** For this long a link of each kind works. */
const LIFETIMES_MS = { forgotten: HOUR_MS, invited: 72 * HOUR_MS }
/** So many links of a user who forgot the password are made within an hour: anyone can ask for them. */
const MOST_AN_HOUR = 3
/** Links of a user at once; one more ends the oldest. */
const MOST = 10
/** When several requests change a user's links at once, all but one have to start again. */
const MOST_TRIES = 20

/** `forgotten`: for a user who asked for it, one hour. `invited`: for one who gets it from an admin, three days. */
export type PasswordLinkKind = keyof typeof LIFETIMES_MS

export interface PasswordLink {
  /** What stands behind the `#` of the link. */
  readonly token: string
  readonly expiresAt: Date
}

interface Stored {
  readonly kind: PasswordLinkKind
  /** SHA-256 of the token's secret. */
  readonly hash: string
  readonly expiresAt: number
}

/**
 * One-time links by which users set a password that they do not know yet, or any more. A user's links are one entry of
 * the state, so that a password that is set ends all of them; the token names the user and carries a secret, whose hash
 * alone is kept. All calls throw `unavailable` while the database is away.
 */
export interface PasswordLinks {
  /** Undefined: too many were asked for within the hour. */
  create(userId: number, kind: PasswordLinkKind): Promise<PasswordLink | undefined>
  /** The user of a link that still works. It goes on working. */
  find(token: string): Promise<number | undefined>
  /** Uses a link up, and all others of its user with it. Of several calls at once, one gets true. */
  redeem(token: string): Promise<boolean>
  /** Ends all links of a user, whose password was set in another way. */
  end(userId: number): Promise<void>
}

export function createPasswordLinks(state: InstanceState, clock: Clock): PasswordLinks {
  async function load(userId: number): Promise<{ readonly text: string | undefined; readonly links: Stored[] }> {
    const text = await state.get(keyOf(userId))
    const stored = text === undefined ? [] : (JSON.parse(text) as Stored[])
    return { text, links: stored.filter(({ expiresAt }) => clock.now() < expiresAt) }
  }

  /** False, with nothing changed, when the links have changed since they were loaded. */
  async function put(userId: number, expected: string | undefined, links: readonly Stored[]): Promise<boolean> {
    const longest = Math.max(clock.now() + HOUR_MS, ...links.map(({ expiresAt }) => expiresAt))
    const entry = { key: keyOf(userId), value: JSON.stringify(links), expiresAt: new Date(longest) }
    return expected === undefined ? (await state.add(entry)) === entry.value : state.replace(expected, entry)
  }

  async function found(token: string) {
    const [, digits = '', secret = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
    if (secret === '') return undefined
    const userId = Number(digits)
    const { text, links } = await load(userId)
    return links.some(({ hash }) => hash === hashOf(secret)) ? { userId, text } : undefined
  }

  return {
    async create(userId, kind) {
      const secret = randomBytes(32).toString('base64url')
      const link = { kind, hash: hashOf(secret), expiresAt: clock.now() + LIFETIMES_MS[kind] }
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const { text, links } = await load(userId)
        const ofKind = links.filter((each) => each.kind === 'forgotten')
        if (kind === 'forgotten' && ofKind.length >= MOST_AN_HOUR) return undefined
        if (await put(userId, text, [link, ...links].slice(0, MOST)))
          return { token: `${userId}.${secret}`, expiresAt: new Date(link.expiresAt) }
      }
      throw new GatewayError('unavailable', 'busy', 'Too many links for this user at once')
    },
    find: async (token) => (await found(token))?.userId,
    async redeem(token) {
      const link = await found(token)
      return link !== undefined && put(link.userId, link.text, [])
    },
    end: (userId) => endPasswordLinks(state, userId),
  }
}

/** As `PasswordLinks.end`, for callers that set a password without the API. `state` is that of the instance. */
export async function endPasswordLinks(state: InstanceState, userId: number): Promise<void> {
  await state.delete(keyOf(userId))
}

function keyOf(userId: number): string {
  return `password-links/${userId}`
}

/** The secret has 256 bits, so that how long a comparison takes reveals nothing that could be used. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
