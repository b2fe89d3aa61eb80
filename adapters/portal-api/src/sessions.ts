import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, GatewayError, type InstanceState } from '@heliograph/contracts'

/** A session ends after this long without use. */
const IDLE_MS = 12 * 3_600_000
/** After this long, the user has to log in again. */
export const LIFETIME_MS = 30 * 24 * 3_600_000
/** Use is noted at most this often. */
const NOTE_MS = 60_000
/** For this long after a login by a link, the user can set a new password without knowing the old one. */
const FRESH_MS = 15 * 60_000
/** Most sessions of a user at once. One more login ends the session that was unused longest. */
const MOST_SESSIONS = 20
const MAX_BROWSER_LENGTH = 200
/** When several requests change a user's sessions at once, all but one have to start again. */
const MOST_TRIES = 20

/** How a session was opened. `mail`: by a link that sets a password. */
export const SESSION_ORIGINS = ['password', 'link', 'mail', 'provider', 'passkey'] as const

export type SessionOrigin = (typeof SESSION_ORIGINS)[number]

/** A session as its user sees it. */
export interface SessionRecord {
  readonly sessionId: string
  readonly createdAt: Date
  /** When it was used last, to the minute. */
  readonly seenAt: Date
  /** Where it was opened from. */
  readonly address: string
  /** How the browser identified itself then. */
  readonly browser: string
  readonly via: SessionOrigin
}

/** A session that was opened. */
export interface OpenedSession {
  readonly sessionId: string
  /** The value of its cookie, which only the browser has. */
  readonly cookie: string
  readonly csrfToken: string
}

/** The session that a cookie stands for. */
export interface FoundSession {
  readonly userId: number
  readonly sessionId: string
  readonly csrfToken: string
  /** Opened recently by a link, which counts as knowing the password. */
  readonly isFreshLink: boolean
}

interface Stored {
  readonly id: string
  /** SHA-256 of the secret in the cookie. */
  readonly hash: string
  readonly createdAt: number
  readonly seenAt: number
  readonly address: string
  readonly browser: string
  readonly via: SessionOrigin
}

/**
 * Sessions of browsers. A user's sessions are one entry of the state, so that they can be listed and ended together;
 * the cookie names the user and carries a secret, whose hash alone is kept. All calls throw `unavailable` while the
 * database is away.
 */
export interface Sessions {
  open(userId: number, from: Pick<SessionRecord, 'address' | 'browser' | 'via'>): Promise<OpenedSession>
  /** The session of a cookie, while it lasts. Notes that it is used. */
  find(cookie: string): Promise<FoundSession | undefined>
  /** Newest first. */
  list(userId: number): Promise<readonly SessionRecord[]>
  /** False when the user has no such session. */
  close(userId: number, sessionId: string): Promise<boolean>
  /** Ends all sessions of a user but one. */
  closeOthers(userId: number, sessionId?: string): Promise<void>
}

export function createSessions(state: InstanceState, clock: Clock): Sessions {
  const lasting = ({ createdAt, seenAt }: Stored) =>
    clock.now() < seenAt + IDLE_MS && clock.now() < createdAt + LIFETIME_MS

  async function load(userId: number): Promise<{ readonly text: string | undefined; readonly kept: Stored[] }> {
    const text = await state.get(keyOf(userId))
    return { text, kept: text === undefined ? [] : (JSON.parse(text) as Stored[]).filter(lasting) }
  }

  /** Replaces a user's sessions, even if several requests change them at once. */
  async function change(userId: number, next: (kept: readonly Stored[]) => readonly Stored[]): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { text, kept } = await load(userId)
      const entry = {
        key: keyOf(userId),
        value: JSON.stringify(next(kept)),
        expiresAt: new Date(clock.now() + LIFETIME_MS),
      }
      const isWritten = text === undefined ? (await state.add(entry)) === entry.value : await state.replace(text, entry)
      if (isWritten) return
    }
    throw new GatewayError('unavailable', 'busy', 'Too many session changes of this user at once')
  }

  async function noteUse(userId: number, { id, seenAt }: Stored): Promise<void> {
    const now = clock.now()
    if (now - seenAt < NOTE_MS) return
    await change(userId, (kept) => kept.map((each) => (each.id === id ? { ...each, seenAt: now } : each)))
  }

  return {
    async open(userId, { address, browser, via }) {
      const secret = randomBytes(32).toString('base64url')
      const sessionId = randomBytes(12).toString('base64url')
      const now = clock.now()
      const session = {
        id: sessionId,
        hash: hashOf(secret).toString('base64url'),
        createdAt: now,
        seenAt: now,
        address,
        via,
        browser: browser.replace(/[^ -~]|["\\]/g, '?').slice(0, MAX_BROWSER_LENGTH),
      }
      await change(userId, (kept) => {
        const others = kept.toSorted((a, b) => b.seenAt - a.seenAt).slice(0, MOST_SESSIONS - 1)
        return [session, ...others]
      })
      return { sessionId, cookie: `${userId}.${secret}`, csrfToken: csrfTokenOf(secret) }
    },
    async find(cookie) {
      const [, digits = '', secret = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(cookie) ?? []
      if (secret === '') return undefined
      const userId = Number(digits)
      const hash = hashOf(secret)
      const session = (await load(userId)).kept.find((each) =>
        timingSafeEqual(Buffer.from(each.hash, 'base64url'), hash),
      )
      if (session === undefined) return undefined
      await noteUse(userId, session)
      const isFreshLink = session.via === 'link' && clock.now() < session.createdAt + FRESH_MS
      return { userId, sessionId: session.id, csrfToken: csrfTokenOf(secret), isFreshLink }
    },
    async list(userId) {
      const { kept } = await load(userId)
      return kept
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .map(({ id, createdAt, seenAt, address, browser, via }) => ({
          sessionId: id,
          address,
          browser,
          via,
          createdAt: new Date(createdAt),
          seenAt: new Date(seenAt),
        }))
    },
    async close(userId, sessionId) {
      let isThere = false
      await change(userId, (kept) => {
        isThere = kept.some(({ id }) => id === sessionId)
        return kept.filter(({ id }) => id !== sessionId)
      })
      return isThere
    },
    closeOthers: (userId, sessionId) => change(userId, (kept) => kept.filter(({ id }) => id === sessionId)),
  }
}

/** Ends all sessions of a user, for callers that set its password without the API. `state` is that of the instance. */
export async function endSessions(state: InstanceState, userId: number): Promise<void> {
  await state.delete(keyOf(userId))
}

function keyOf(userId: number): string {
  return `sessions/${userId}`
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Bound to the session, and reveals nothing about its cookie. */
function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('csrf').digest('base64url')
}
