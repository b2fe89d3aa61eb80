import { type ProvidedService, Schedules } from '@heliograph/contracts'
import { DueJobs } from '../clock/due-jobs.ts'
import { TOPICS } from '../database/announcement-topics.ts'
import { asChanges } from '../database/changes.ts'
import { deploymentFingerprint } from '../database/deployment-fingerprint.ts'
import type { EngineOptions } from '../engine-options.ts'
import type { NotifyNeeds, NotifyWing } from '../notify/notify-wing.ts'
import { WAITING_MESSAGES } from './batches/due-batches.ts'
import type { FastPath } from './batches/fast-path.ts'
import { WaitingWatch } from './batches/waiting-messages.ts'
import { createContents } from './dispatch/contents.ts'
import { DispatchNode } from './dispatch/dispatch-node.ts'
import type { LinkState } from './dispatch/link-states.ts'
import type { DispatchRow } from './dispatch/load-messages.ts'
import { createNoDispatch, type Dispatch } from './dispatch/no-dispatch.ts'
import { AnswerSpool } from './dispatch/results/answer-spool.ts'
import { retryDelayMs } from './dispatch/results/decide.ts'
import { type BulkPauses, createBulkPauses } from './lifecycle/bulk-pauses.ts'
import { createSchedules } from './lifecycle/schedules.ts'
import { createNetworkAnswers, type NetworkAnswers } from './network-answers.ts'
import type { ReceiptTools } from './receipts/process-receipts.ts'
import { ReceiptCounts } from './receipts/receipt-counts.ts'
import { ReceiptFloor } from './receipts/receipt-floor.ts'
import { rematch, UNMATCHED_RECEIPTS } from './receipts/unmatched-receipts.ts'
import { CurrentRouting } from './routing/current-routing.ts'
import { nameLinks, validateRoutes } from './routing/routing.ts'

/** The path of messages from their batches to the networks, and what comes back. */
export interface OutboundWing {
  readonly services: readonly ProvidedService[]
  readonly routing: CurrentRouting
  readonly schedules: Schedules
  readonly pauses: BulkPauses
  readonly receipts: ReceiptTools
  /** What networks report on messages. */
  readonly answers: NetworkAnswers
  /** What waits in the deployment. */
  readonly waiting: WaitingWatch
  /** Has all nodes look for messages of a route, or of any. */
  announceBatches(route: string): void
  /** Call after the commit of messages that wait for a time. */
  messagesDue(at: Date): void
  /** The fast path for messages that are accepted now. */
  fastPath(): FastPath<DispatchRow>
  /** The states of this node's links; empty while it does not dispatch. Rejects when the database is away. */
  linkStates(): Promise<readonly LinkState[]>
  /** How many answers of links are kept in the data folder, or lost, instead of recorded. */
  readonly keptAnswers: number
  /** Throws when routes name links that do not exist. */
  start(): Promise<void>
  /** Links answer what they were given, the rest goes back to Postgres; recording may take all of `budgetMs`. */
  stop(budgetMs?: number): Promise<void>
  /** Resolves once what networks have reported is recorded, or cannot be. */
  close(): Promise<void>
}

export interface OutboundNeeds extends NotifyNeeds {
  readonly notify: NotifyWing
}

export function createOutboundWing(options: EngineOptions, needs: OutboundNeeds): OutboundWing {
  const { settings, logger, metrics, roles, dataDir } = options
  const { database, ownership, notify, instances } = needs
  const { pools, clock, steady, changes } = database
  const { announcer, announceOptedOut, node, signals } = ownership
  const announceBatches = (route: string) => announcer.announce(TOPICS.batches, route)
  const due = new DueJobs({ sql: pools.work, clock, logger })
  const messagesDue = (at: Date) => due.add(WAITING_MESSAGES, at)
  const routing = new CurrentRouting(settings)
  const floor = new ReceiptFloor({ sql: pools.chores, clock, logger })
  const counts = new ReceiptCounts(metrics)
  const waiting = new WaitingWatch(pools.work, database.steady)
  const receipts: ReceiptTools = {
    ...notify.tools,
    floorId: () => floor.smsId,
    receiptsOf(link) {
      const sent = instances.linkOf(link)?.receipts ?? 'none'
      return sent === 'none' ? 'all' : sent
    },
    receiptsDue: (at) => due.add(UNMATCHED_RECEIPTS, at),
    counts,
  }
  const noDispatch = createNoDispatch({ announce: announceBatches, messagesDue })
  let dispatch: Dispatch = noDispatch
  const answers = createNetworkAnswers(pools.work, receipts, {
    logger,
    steady,
    resultsRecorded: () => dispatch.resultsRecorded(),
    isWithoutReceipts: (link) => instances.linkOf(link)?.receipts === 'none',
    messagesDue,
    retryDelayMs: (attempt) => retryDelayMs(settings.dispatch.retryDelaysSeconds, attempt),
    fairness: settings.dispatch.fairness,
  })
  const spool = new AnswerSpool({ dataDir, deployment: () => deploymentFingerprint(database.idSalt()), logger })
  const announcePauses = () => announcer.announce(TOPICS.pauses)
  const pauses = createBulkPauses({ sql: pools.changes, announcePauses, announceBatches })
  const schedules = createSchedules({ sql: pools.changes, steady, messagesDue, pauses, ...receipts })

  function createDispatch(): Dispatch {
    const { carriers, absent } = instances
    const problems = validateRoutes(settings, nameLinks(carriers), absent)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return new DispatchNode({
      ...notify.tools,
      sql: pools.work,
      chores: pools.chores,
      steady,
      logger,
      metrics,
      settings,
      node,
      signals,
      carriers,
      spool,
      waiting,
      router: routing,
      contents: createContents(pools.work),
      receiptsOf: (link) => counts.of(link),
      receiptsWaitFor: answers.receiptsWaitFor,
      onReceiptsWait: (networkIds) => {
        // A failure loses nothing: the sweep finds them too.
        rematch(pools.work, receipts, networkIds).catch((error) => logger.warn({ err: error }, 'rematch failed'))
      },
      lateAnswer: answers.lateAnswer,
      announceBatches,
      messagesDue,
      announceSent: announceOptedOut,
      announceLinks: () => announcer.announce(TOPICS.links),
    })
  }

  return {
    services: [
      { token: Schedules, service: asChanges(schedules, changes, 'reschedule', 'cancel', 'state', 'pause', 'resume') },
    ],
    routing,
    schedules,
    pauses,
    receipts,
    answers,
    waiting,
    announceBatches,
    messagesDue,
    fastPath: () => dispatch.fastPath,
    linkStates: () => dispatch.linkStates(),
    get keptAnswers() {
      return spool.kept
    },
    async start() {
      if (roles.includes('dispatch')) dispatch = createDispatch()
      await floor.start()
      await dispatch.start()
    },
    async stop(budgetMs) {
      floor.stop()
      await dispatch.stop(budgetMs)
      dispatch = noDispatch
    },
    async close() {
      await spool.drained()
      await answers.drained()
    },
  }
}
