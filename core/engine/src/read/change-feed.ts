import type { ChangeFeed, ChangeSubject, Channels, Clock, Principal } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import type { ChangeWatchers } from '../ownership/changes/change-watchers.ts'
import { EVERY_CLIENT } from '../ownership/changes/changed-scopes.ts'
import { createWakings } from './conversations/wakings.ts'

export interface ChangeFeedOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly visibleTo: Channels['visibleTo']
  readonly watchers: Pick<ChangeWatchers, 'watch'>
}

/** Creates the `ChangeFeed` service. */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { visibleTo, watchers } = options

  /** Tells of what is about a channel that the principal may see. */
  async function tellSeen(principal: Principal, channels: readonly number[], listener: () => void): Promise<void> {
    const visible = await visibleTo(principal)
    if (visible === null || channels.includes(visible)) listener()
  }

  return {
    async follow(principal, subject, { everyClient = false }, listener) {
      if (!isFor(principal, subject)) return () => {}
      const scope = everyClient && principal.role === 'operator' ? EVERY_CLIENT : principal.clientId
      const wakings = subject === 'conversations' ? createWakings(options, principal.clientId, listener) : undefined
      const stop = await watchers.watch({
        subject,
        scope,
        onChange(channels) {
          wakings?.look()
          if (channels === undefined || principal.role !== 'user') listener()
          // While the database is away there is nothing to read either; all is told when it is back.
          else tellSeen(principal, channels, listener).catch(() => {})
        },
      })
      wakings?.look()
      return () => {
        stop()
        wakings?.stop()
      }
    },
  }
}

const FOR_OPERATORS: ReadonlySet<ChangeSubject> = new Set(['unknown', 'heartbeats'])

/** Whether there is anything of the subject that the principal may see. */
function isFor({ role }: Principal, subject: ChangeSubject): boolean {
  return FOR_OPERATORS.has(subject) ? role === 'operator' : subject !== 'alerts' || role !== 'user'
}
