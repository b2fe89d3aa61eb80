import type { Clock, Messages, Principal } from '@heliograph/contracts'
import { chooseChannel, formatMessageId, type LinkSite } from '@heliograph/messaging'
import type { AccountDirectory } from './accounts/directory.ts'
import type { Sql } from './database/database.ts'
import type { RecordIds } from './database/record-ids.ts'
import { createPartLimits } from './intake/accept/part-limits.ts'
import type { AcceptPath } from './intake/accept/store-on-fast-path.ts'
import { createSubmissions, type EngineSubmissions } from './intake/accept/submissions.ts'
import { cancelSegments } from './intake/segments/cancel-segments.ts'
import { createSegments, type EngineSegments } from './intake/segments/segments.ts'
import type { Outbox } from './notify/sessions/outbox.ts'
import type { PushTools } from './notify/sessions/push-tools.ts'
import { createMessages } from './outbound/lifecycle/messages.ts'
import type { RoutedMessage, Router } from './outbound/routing/router.ts'
import type { EngineSettings } from './settings.ts'

export interface AcceptanceOptions {
  /** The pool for accepting: see `SubmissionsOptions`. */
  readonly sql: Sql
  /** For changing messages that are stored. */
  readonly changes: Sql
  readonly clock: Clock
  readonly ids: RecordIds
  readonly settings: EngineSettings
  readonly directory: AccountDirectory
  readonly router: Router
  readonly outbox: Outbox
  readonly webhooks: PushTools['webhooks']
  /** What links in texts consist of. */
  readonly linkSite: () => LinkSite
  /** The deployment's salt of message ids, once it is known. */
  readonly idSalt: () => Uint8Array
  readonly fastPath: () => AcceptPath
}

/** The services that take messages in, and change them until they are sent. */
export interface Acceptance {
  readonly submissions: EngineSubmissions
  readonly segments: EngineSegments
  readonly messages: Messages
}

/** Creates the three; they choose channels, routes and ids alike. */
export function createAcceptance(options: AcceptanceOptions): Acceptance {
  const { sql, clock, ids, settings, directory, router, outbox, webhooks, fastPath } = options
  const common = {
    ...{ sql, clock, ids, fastPath, fairness: settings.dispatch.fairness },
    defaultValiditySeconds: Math.round(settings.defaults.validityHours * 3600),
    routeFor: (to: string, message: RoutedMessage) => router.routeFor(to, message),
    linkSite: options.linkSite,
    linkBasesOf: async (principal: Principal, sender: string) =>
      (await directory.accountOf(principal)).channels.get(sender) ?? {},
    generateMessageId: (smsId: number, acceptedAt: number) => formatMessageId(options.idSalt(), smsId, acceptedAt),
  }
  const pushing = { ...common, outbox, webhooks }
  const submissions = createSubmissions({
    ...common,
    limits: createPartLimits(settings.limits, clock),
    channelsOf: (principal) => {
      const account = directory.accountOf(principal)
      if (account instanceof Promise) return account.then((found) => (from) => chooseChannel(found, from))
      return (from) => chooseChannel(account, from)
    },
  })
  const segments = createSegments({
    ...pushing,
    submissions,
    channelOf: async (principal) => chooseChannel(await directory.accountOf(principal)),
  })
  const messages = createMessages({
    ...pushing,
    sql: options.changes,
    cancelSegments: (tx, clientId, selection) => cancelSegments(tx, clientId, selection, pushing),
  })
  return { submissions, segments, messages }
}
