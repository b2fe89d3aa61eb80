import type { Clock, Logger } from '@heliograph/contracts'
import { TOPICS } from '../database/announcement-topics.ts'
import { Announcements } from './announcements.ts'
import type { NodeSignals } from './node-signals.ts'

export interface NodeAnnouncementsOptions {
  readonly url: string
  readonly clock: Clock
  readonly logger: Logger
  readonly signals: NodeSignals
}

/** Raises the signals that nodes announce, and after a gap in listening those that may have been missed. */
export function createNodeAnnouncements({ url, clock, logger, signals }: NodeAnnouncementsOptions): Announcements {
  return new Announcements({
    url,
    clock,
    logger,
    listeners: {
      [TOPICS.directory]: () => signals.accountsChanged.raise(),
      [TOPICS.pushes]: (userId) => signals.pushesWait.raise(Number(userId)),
      [TOPICS.batches]: (route) => signals.batchesWait.raise(route),
      [TOPICS.incoming]: () => signals.incomingWaits.raise(),
      [TOPICS.uploads]: () => signals.uploadsWait.raise(),
      [TOPICS.links]: () => signals.linksFree.raise(),
      [TOPICS.pauses]: () => signals.pausesChanged.raise(),
      [TOPICS.changed]: (change) => signals.changed.raise(change),
      [TOPICS.watched]: (scopes) => signals.watched.raise(scopes),
      [TOPICS.whoWatches]: () => signals.watchersAsked.raise(),
      [TOPICS.optedOut]: (smsIds) => signals.optedOut.raise(smsIds.split(',').map(Number)),
    },
    onLive: (live) => {
      if (live) {
        signals.accountsChanged.raise()
        signals.batchesWait.raise('')
        signals.linksFree.raise()
        signals.pausesChanged.raise()
      }
      signals.live.raise(live)
    },
  })
}
