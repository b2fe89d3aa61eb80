import { TOPICS } from '../database/announcement-topics.ts'
import { chunksOf } from '../database/chunks.ts'
import { connectionsOf } from '../database/connections-of.ts'
import type { DatabaseWing } from '../database/database-wing.ts'
import type { EngineOptions } from '../engine-options.ts'
import { Announcer } from './announcer.ts'
import { ChangeNotes } from './changes/change-notes.ts'
import { ChangeWatchers } from './changes/change-watchers.ts'
import { readScopes } from './changes/changed-scopes.ts'
import { LifeLine } from './life-line.ts'
import { LookLoop } from './look-loop.ts'
import { createNodeAnnouncements } from './node-announcements.ts'
import { NodeRegistry } from './node-registry.ts'
import { NodeSignals } from './node-signals.ts'
import type { OwnedTable } from './owned-table.ts'
import type { OwnerTools } from './owner-tools.ts'
import { findNodes } from './remove-node.ts'
import { WorkGuard } from './work-starts/work-guard.ts'

/** How many ids an announcement holds. */
const IDS_AT_ONCE = 400

/** How often a node remembers how far the data has come. */
const MEMORY_MS = 5_000

/** How often it looks how far the replica is: one that was late is used again this much later. */
const REPLICA_MS = 1_000

/** This node among the others. */
export interface OwnershipWing {
  readonly signals: NodeSignals
  readonly node: NodeRegistry
  readonly announcer: Announcer
  /** Announces what changes while people look at it. */
  readonly changeNotes: ChangeNotes
  /** Those on this node who are notified of it. */
  readonly changeWatchers: ChangeWatchers
  /** Keeps work from ending one process after the other. */
  readonly guard: WorkGuard
  /** What owned rows bear. */
  readonly owner: Pick<OwnerTools, 'lease' | 'leaseNumber'>
  /** Tells all nodes that messages are not to be sent any more. */
  announceOptedOut(smsIds: readonly number[]): void
  /** Makes the process a node. */
  start(): Promise<void>
  /** Frees at once what earlier nodes of this data folder own whose processes have ended for certain. */
  freeEnded(): Promise<void>
  /** Makes the last announcements and signs off: what this node still owns is free at once, or with its lease. */
  stop(signsOff: boolean): Promise<void>
}

export interface OwnershipNeeds {
  readonly database: DatabaseWing
  /** All tables whose rows bear an owner. */
  readonly owned: readonly OwnedTable[]
}

export function createOwnershipWing(options: EngineOptions, { database, owned }: OwnershipNeeds): OwnershipWing {
  const { logger, metrics, roles, nodeName: name, release, dataDir, settings, onFatal } = options
  const { directUrl: url, pools, clock, steady, commits } = database
  const signals = new NodeSignals()
  const announcer = new Announcer({ sql: pools.general, clock, logger })
  const changeNotes = new ChangeNotes({ sql: pools.general, clock, logger, announcer })
  const changeWatchers = new ChangeWatchers({ clock, announcer, onWatched: (scopes) => changeNotes.watch(scopes) })
  signals.changed.on((change) => changeWatchers.hear(change))
  // All nodes hear of these in any case.
  signals.pausesChanged.on(() => changeWatchers.tell({ subject: 'deployment' }))
  signals.linksFree.on(() => changeWatchers.tell({ subject: 'deployment' }))
  signals.watched.on((scopes) => changeNotes.watch(readScopes(scopes)))
  signals.watchersAsked.on(() => changeWatchers.sayAll())
  signals.live.on((isLive) => {
    changeNotes.hears(isLive)
    if (!isLive) return
    announcer.announce(TOPICS.whoWatches)
    changeWatchers.sayAll()
    changeWatchers.tellAll()
  })
  const announcements = createNodeAnnouncements({ url, clock, logger, signals })
  const node = new NodeRegistry({
    vital: pools.vital,
    burial: pools.burial,
    clock,
    monotonic: steady.now,
    commits,
    logger,
    metrics,
    name,
    roles,
    release,
    owned,
    connections: () => connectionsOf(settings.database, pools.ownCount),
    onFenced: () => onFatal('this node was out of touch and has been declared dead'),
    onBeat: () => changeNotes.noteForOperators('heartbeats'),
    onWorksAgain: () => signals.worksAgain.raise(),
    onFreed: () => {
      announcer.announce(TOPICS.batches)
      announcer.announce(TOPICS.links)
      signals.batchesWait.raise('')
      signals.linksFree.raise()
    },
  })
  const owner = { lease: () => node.workLease, leaseNumber: () => node.leaseNumber }
  const memory = new LookLoop({
    clock,
    logger,
    what: 'how far the data has come',
    everyMs: MEMORY_MS,
    look: () => database.memory.note(),
  })
  const place = new LookLoop({
    clock: steady,
    logger,
    what: 'the place of the replica',
    everyMs: REPLICA_MS,
    look: async () => database.replica?.watch.look(),
  })
  const lifeLine = new LifeLine(logger)
  let isNode = false
  return {
    signals,
    node,
    announcer,
    owner,
    changeNotes,
    changeWatchers,
    guard: new WorkGuard({ sql: pools.general, logger, lease: owner.leaseNumber }),
    announceOptedOut(smsIds) {
      for (const some of chunksOf(smsIds, IDS_AT_ONCE)) announcer.announce(TOPICS.optedOut, some.join(','))
    },
    async start() {
      // Before there is anything to own.
      if (dataDir !== undefined) await lifeLine.open(dataDir, node.id)
      await node.start()
      isNode = true
      void memory.start()
      if (database.replica !== undefined) void place.start()
      await announcements.start()
    },
    async freeEnded() {
      const ended = await lifeLine.ended()
      if (ended.length === 0) return
      await node.nodesEnded(ended)
      try {
        const left = await findNodes(pools.vital, ended)
        await lifeLine.forget(ended.filter((nodeId) => !left.has(nodeId)))
      } catch (error) {
        logger.debug({ err: error }, 'sockets of nodes that have ended are removed at the next start')
      }
    },
    async stop(signsOff) {
      await changeNotes.stop()
      await announcer.flush()
      if (isNode) {
        // Nothing waits for this one, which may take as long as the database is away.
        void memory.stop()
        void place.stop()
        await announcements.stop()
        try {
          await node.stop(signsOff)
        } catch (error) {
          logger.warn({ err: error }, 'could not sign off')
          return
        }
        if (!signsOff) return
      }
      await lifeLine.close()
    },
  }
}
