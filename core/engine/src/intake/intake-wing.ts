import { Messages, type ProvidedService, Segments, Submissions, Uploads } from '@heliograph/contracts'
import { chooseChannel, formatMessageId } from '@heliograph/messaging'
import type { Account, AccountOwner } from '../accounts/account.ts'
import { type BackgroundWork, NO_WORK } from '../background-work.ts'
import { TOPICS } from '../database/announcement-topics.ts'
import { asChanges } from '../database/changes.ts'
import type { EngineOptions } from '../engine-options.ts'
import { createMessages } from '../outbound/lifecycle/messages.ts'
import type { OutboundNeeds, OutboundWing } from '../outbound/outbound-wing.ts'
import type { RoutedMessage } from '../outbound/routing/router.ts'
import { routeNames } from '../outbound/routing/routing.ts'
import { AcceptCounts } from './accept/accept-counts.ts'
import { createPartLimits } from './accept/part-limits.ts'
import { createSubmissions, type EngineSubmissions, type RequestSender } from './accept/submissions.ts'
import { createRequestHooks, type RequestHooks } from './hooks/request-hooks.ts'
import { cancelSegments } from './segments/cancel-segments.ts'
import { createSegments } from './segments/segments.ts'
import { createRowTools } from './uploads/row-tools.ts'
import { createUploadSlices } from './uploads/upload-slices.ts'
import { UploadWork } from './uploads/upload-work.ts'
import { createUploads } from './uploads/uploads.ts'

/** Buckets: what commits usually take, what clients notice, and the deadline. */
const COMMIT_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** What takes messages in. Starting and stopping is about uploads. */
export interface IntakeWing extends BackgroundWork {
  readonly services: readonly ProvidedService[]
  /** For modules, which get no way to bypass the block on opted-out contacts. */
  readonly submissions: Submissions
  /** For the messages of the gateway itself. */
  readonly ownSubmissions: Pick<EngineSubmissions, 'submitOwn'>
  /** As `RequestHooks.use`; to be called before work starts, and when there are others. */
  readonly useHooks: RequestHooks['use']
  /** Releases segments whose others have not arrived in time. Resolves with how many. */
  sweepSegments(): Promise<number>
}

export interface IntakeNeeds extends OutboundNeeds {
  readonly outbound: OutboundWing
}

export function createIntakeWing(options: EngineOptions, needs: IntakeNeeds): IntakeWing {
  const { database, ownership, accounts, outbound } = needs
  const { changes, searches, clock, steady } = database
  const { announcer, changeNotes, signals, guard, owner } = ownership
  const { schedules, pauses } = outbound
  const keptMebibytes = options.settings.limits.uploadMebibytes
  const { submissions: ownSubmissions, segments, messages, hooks } = createAcceptance(options, needs)
  const submissions = { submit: ownSubmissions.submit }
  const rowTools = createRowTools(accounts.directory.accountOf, accounts.links.site)
  const uploads = createUploads({
    ...rowTools,
    sql: changes.sql,
    searches,
    clock,
    schedules,
    pauses,
    keptMebibytes,
    announce: () => announcer.announce(TOPICS.uploads),
    changeNotes,
  })

  function workOnUploads(): BackgroundWork {
    const tools = { sql: database.pools.general, clock, logger: options.logger }
    const runSlice = createUploadSlices({
      ...tools,
      ...rowTools,
      steady,
      submissions,
      schedules,
      guard,
      keptMebibytes,
      changeNotes,
    })
    const work = new UploadWork({ ...tools, ...owner, runSlice })
    signals.uploadsWait.on(() => work.look())
    signals.worksAgain.on(() => work.look())
    return { tasks: {}, start: async () => work.start(), stop: () => work.stop() }
  }

  return {
    services: [
      { token: Submissions, service: submissions },
      { token: Segments, service: segments },
      { token: Messages, service: asChanges(messages, changes, 'cancel', 'replace') },
      {
        token: Uploads,
        service: asChanges(
          uploads,
          changes,
          ...([
            'create',
            'createFromGroups',
            'createFromFailed',
            'noteBulk',
            'addRows',
            'plan',
            'setRow',
            'start',
            'pause',
            'resume',
            'cancel',
            'rename',
          ] as const),
        ),
      },
    ],
    submissions,
    ownSubmissions,
    useHooks: hooks.use,
    sweepSegments: () => segments.sweep(),
    ...(options.roles.includes('webhooks') ? workOnUploads() : NO_WORK),
  }
}

/** What takes messages in and changes them until they are sent; all of it chooses channels, routes and ids alike. */
function createAcceptance({ settings, metrics, logger }: EngineOptions, needs: IntakeNeeds) {
  const { database, accounts, notify, outbound } = needs
  const { pools, clock, steady, ids, commits, outage } = database
  const { directory, erased, links } = accounts
  const sentReceipts = new Set(settings.webhooks.sentReceipts)
  const common = {
    sql: pools.accept,
    clock,
    ids,
    linkWriter: links.writer,
    fastPath: outbound.fastPath,
    fairness: settings.dispatch.fairness,
    defaultValiditySeconds: Math.round(settings.defaults.validityHours * 3600),
    routeFor: (to: string, message: RoutedMessage) => outbound.routing.routeFor(to, message),
    wantsSent: (channelId: number) => sentReceipts.has(channelId),
    linkBasesOf: async (owner: AccountOwner, sender: string) =>
      (await directory.accountOf(owner)).channels.get(sender) ?? {},
    generateMessageId: (smsId: number, acceptedAt: number) => formatMessageId(database.idSalt(), smsId, acceptedAt),
  }
  function senderOf(principal: AccountOwner): RequestSender | Promise<RequestSender> {
    const account = directory.accountOf(principal)
    return account instanceof Promise ? account.then(senderIn) : senderIn(account)
  }
  const routes = new Set(routeNames(settings.routes))
  const hooks = createRequestHooks({ steady, logger, metrics, isRoute: (name) => routes.has(name) })
  const pushing = { ...common, ...notify.tools }
  const submissions = createSubmissions({
    ...common,
    steady,
    commits,
    outage,
    erased,
    hooks,
    steps: notify.tools.steps,
    changeNotes: notify.tools.changeNotes,
    limits: createPartLimits(settings.limits, steady),
    counts: new AcceptCounts(metrics),
    commitSeconds: metrics.histogram(
      'accept_commit_seconds',
      'How long a commit of accepted messages takes',
      COMMIT_SECONDS,
    ),
    senderOf,
  })
  const segments = createSegments({
    ...pushing,
    submissions,
    steady,
    outage,
    erased,
    hooks,
    senderOf,
  })
  const messages = createMessages({
    ...pushing,
    sql: pools.changes,
    messagesDue: outbound.messagesDue,
    cancelSegments: (tx, clientId, selection) => cancelSegments(tx, clientId, selection, pushing),
  })
  return { submissions, segments, messages, hooks }
}

function senderIn(account: Account): RequestSender {
  return { channelFor: (from) => chooseChannel(account, from), quiet: account.quiet }
}
