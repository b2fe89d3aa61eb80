import { randomUUID } from 'node:crypto'
import {
  GatewayError,
  isGatewayError,
  type Session,
  type SessionRequest,
  type Sessions,
  waitAtMost,
} from '@heliograph/contracts'
import { isDataFault } from '../../database/database.ts'
import { toServiceError } from '../../database/database-errors.ts'
import { MicroBatch } from '../../database/micro-batch.ts'
import type { NodeTools } from '../../database/node-tools.ts'
import { retryForever } from '../../database/retry-forever.ts'
import { retryRolledBack } from '../../database/retry-rolled-back.ts'
import type { Outbox } from './outbox.ts'
import type { OpenReceiver } from './receiver-queue.ts'
import { RevocationWatch } from './revocation-watch.ts'
import { deleteSessions, insertSessions, type NewSession, noteReceivers } from './session-statements.ts'

/** The most sessions that one statement opens or closes. */
const BATCH_SESSIONS = 100

/** How long `close` waits for a database that is away; the row is removed later, or with the node. */
const CLOSE_MS = 3_000

/** How often receivers that stay open are noted. */
const NOTE_MS = 600_000

export interface SessionsOptions extends NodeTools {
  readonly nodeId: string
  readonly outbox: Outbox
}

/** The `Sessions` service, with what the engine itself needs from it. */
export interface NodeSessions extends Sessions {
  /** Call when something about clients, users or keys has changed. */
  accountsChanged(): void
  /** Sets whether changes are announced to this node at present. */
  setLive(live: boolean): void
  stop(): Promise<void>
}

/**
 * Creates the service. Sessions are rows of the database, so that limits hold over all nodes; the outbox handles what
 * they receive.
 */
export function createSessions(options: SessionsOptions): NodeSessions {
  const { sql, clock, logger, nodeId, outbox } = options
  const stopping = new AbortController()
  const revocations = new RevocationWatch(options)
  let cancelNote: (() => void) | undefined

  const openings = new MicroBatch<NewSession, boolean>({
    run: async (sessions) => {
      const opened = await retryRolledBack(() => insert(sessions))
      return sessions.map((session) => opened.has(session.sessionId))
    },
    maxItems: BATCH_SESSIONS,
    lanes: 1,
    isolate: isDataFault,
  })

  function insert(sessions: readonly NewSession[]): Promise<ReadonlySet<string>> {
    return sql.begin(async (tx) => {
      const opened = await insertSessions(tx, nodeId, sessions)
      await noteReceivers(
        tx,
        sessions.filter((session) => session.isReceiver && opened.has(session.sessionId)).map(({ userId }) => userId),
      )
      return opened
    }) as Promise<ReadonlySet<string>>
  }

  const closings = new MicroBatch<NewSession, undefined>({
    run: async (sessions) => {
      await retryForever({ clock, logger, what: 'closing sessions', signal: stopping.signal }, async () => {
        await deleteSessions(
          sql,
          sessions.map((session) => session.sessionId),
        )
        await noteReceivers(
          sql,
          sessions.filter((session) => session.isReceiver).map((session) => session.userId),
        )
      })
      return sessions.map(() => undefined)
    },
    maxItems: BATCH_SESSIONS,
    lanes: 1,
  })

  async function remove(session: NewSession): Promise<void> {
    const removed = closings.add(session).catch((error: unknown) => {
      if (!stopping.signal.aborted) logger.warn({ err: error }, 'the row of a closed session could not be removed')
    })
    await waitAtMost(clock, CLOSE_MS, removed)
  }

  function planNote(): void {
    cancelNote ??= clock.after(NOTE_MS, () => {
      cancelNote = undefined
      noteReceivers(sql, outbox.users).catch((error: unknown) => logger.debug({ err: error }, 'receivers not noted'))
      planNote()
    })
  }

  /** The session is watched before its row exists, so that no change in between is missed. */
  async function open(request: SessionRequest): Promise<Session> {
    const session = toRow(request)
    const watched = revocations.watch(request)
    try {
      const [hasRoom] = await Promise.all([openings.add(session), revocations.check()])
      if (!hasRoom) throw tooMany(request)
      if (watched.isRevoked) {
        await remove(session)
        throw new GatewayError('unauthenticated', 'account-disabled', 'This account is disabled')
      }
    } catch (error) {
      revocations.forget(watched)
      // It may have been stored anyway: the answer was lost, or the session is no longer wanted.
      if (!isGatewayError(error)) void remove(session)
      throw toServiceError(error)
    }
    watched.isOpen = true
    const { principal, receiver } = request
    const opened: OpenReceiver | undefined = receiver && outbox.open(principal.userId, receiver)
    planNote()
    let closing: Promise<void> | undefined
    return {
      close: () => {
        closing ??= (() => {
          revocations.forget(watched)
          if (opened !== undefined) outbox.close(principal.userId, opened)
          return remove(session)
        })()
        return closing
      },
    }
  }

  return {
    open,
    accountsChanged: () => void revocations.check(),
    setLive: (live) => revocations.setLive(live),
    stop: async () => {
      stopping.abort()
      cancelNote?.()
      await revocations.stop()
      await closings.drained()
      await outbox.stop().catch((error: unknown) => logger.warn({ err: error }, 'pushes could not be released'))
    },
  }
}

function toRow({ principal, origin, remote, receiver, limit }: SessionRequest): NewSession {
  const { userId } = principal
  return { sessionId: randomUUID(), userId, origin, remote, isReceiver: receiver !== undefined, limit }
}

function tooMany({ limit }: SessionRequest): GatewayError {
  return new GatewayError('forbidden', 'too-many-sessions', `At most ${limit} sessions are allowed at once`)
}
