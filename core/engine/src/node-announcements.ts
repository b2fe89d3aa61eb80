import type { Clock, Logger } from '@heliograph/contracts'
import type { AccountDirectory } from './accounts/directory.ts'
import { TOPICS } from './database/announcement-topics.ts'
import type { Outbox } from './notify/sessions/outbox.ts'
import type { NodeSessions } from './notify/sessions/sessions.ts'
import { Announcements } from './ownership/announcements.ts'
import type { Work } from './work.ts'

export interface NodeAnnouncementsOptions {
  readonly url: string
  readonly clock: Clock
  readonly logger: Logger
  readonly directory: AccountDirectory
  readonly sessions: NodeSessions
  readonly outbox: Outbox
  /** What the node does in the background, while it does. */
  readonly work: () => Work | undefined
}

/** What a node does when nodes announce something, or may have announced something that it has missed. */
export function createNodeAnnouncements(options: NodeAnnouncementsOptions): Announcements {
  const { url, clock, logger, directory, sessions, outbox, work } = options
  const accountsChanged = () => {
    directory.invalidate()
    sessions.accountsChanged()
    work()?.accountsChanged()
  }
  return new Announcements({
    url,
    clock,
    logger,
    listeners: {
      [TOPICS.directory]: accountsChanged,
      [TOPICS.pushes]: (userId) => outbox.announced(Number(userId)),
      [TOPICS.batches]: (route) => work()?.batchesWait(route),
      [TOPICS.uploads]: () => work()?.uploadsWait(),
      [TOPICS.links]: () => work()?.linksFree(),
      [TOPICS.pauses]: () => work()?.pausesChanged(),
      [TOPICS.optedOut]: (smsIds) => work()?.optedOut(smsIds.split(',').map(Number)),
    },
    onLive: (live) => {
      if (live) {
        accountsChanged()
        work()?.batchesWait('')
        work()?.linksFree()
        work()?.pausesChanged()
        work()?.readOptedOut()
      }
      directory.setLive(live)
      sessions.setLive(live)
    },
  })
}
