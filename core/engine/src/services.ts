import {
  createSecondFactors,
  guardAccounts,
  guardAuditLog,
  guardWebhooks,
  type LoginLinkKeeper,
  type SecondFactorStore,
  type WebhookKeeper,
} from '@heliograph/access'
import {
  Accounts,
  AddressLimits,
  AuditLog,
  Channels,
  Clients,
  type Clock,
  ContactGroups,
  Contacts,
  Conversations,
  Directory,
  IncomingMessages,
  KeyHandout,
  Links,
  type Logger,
  LoginLinks,
  Logins,
  MessageEvents,
  MessageHistory,
  Messages,
  Network,
  type ProvidedService,
  RateLimits,
  Reports,
  Routing,
  Schedules,
  SecondFactors,
  Segments,
  Sessions,
  SmppLogins,
  StateStore,
  Submissions,
  SubscriptionLinks,
  Subscriptions,
  SystemStatus,
  TextTemplates,
  Unmatched,
  Uploads,
  Webhooks,
} from '@heliograph/contracts'
import type { LinkSite } from '@heliograph/messaging'
import { createAuditStore } from './accounts/audit/audit-store.ts'
import { createRefusalNotes } from './accounts/audit/refusal-notes.ts'
import { countRefusals } from './accounts/audit/refusal-store.ts'
import { createChannels } from './accounts/channels.ts'
import type { AccountDirectory } from './accounts/directory.ts'
import { createLogins } from './accounts/logins.ts'
import type { PasswordWork } from './accounts/password-work.ts'
import type { Provisioning } from './accounts/provisioning/provisioning.ts'
import { createPublicClients } from './accounts/public-clients.ts'
import { createAddressLimits } from './accounts/rate-limits/address-limits.ts'
import type { SecretBox } from './accounts/secrets.ts'
import { createContactGroups } from './contacts/contact-groups.ts'
import { createContacts } from './contacts/contacts-service.ts'
import { createSubscriptions } from './contacts/subscriptions.ts'
import { createTextTemplates } from './contacts/text-templates.ts'
import { TOPICS } from './database/announcement-topics.ts'
import { createChanges, inTurns } from './database/changes.ts'
import type { Pools } from './database/pools.ts'
import type { RecordIds } from './database/record-ids.ts'
import type { Searches } from './database/searches.ts'
import { createIncomingMessages } from './inbound/incoming-messages.ts'
import type { RowTools } from './intake/uploads/row-tools.ts'
import { createUploads } from './intake/uploads/uploads.ts'
import type { Outbox } from './notify/sessions/outbox.ts'
import type { PushTools } from './notify/sessions/push-tools.ts'
import { createLinks } from './operate/links.ts'
import { createRouting, type RoutingOptions } from './operate/routing.ts'
import { createUnmatched } from './operate/unmatched.ts'
import type { Announcer } from './ownership/announcer.ts'
import { createConversations } from './read/conversations/conversations-service.ts'
import { createSystemStatus } from './read/figures/system-status.ts'
import { createMessageHistory } from './read/history/message-history.ts'
import { createReports } from './read/history/reports.ts'
import type { EngineSettings } from './settings.ts'

export interface ServicesOptions {
  readonly pools: Pools
  readonly searches: Searches
  /** What links in texts consist of. */
  readonly linkSite: () => LinkSite
  readonly clock: Clock
  readonly logger: Logger
  readonly defaults: EngineSettings['defaults']
  readonly limits: EngineSettings['limits']
  readonly ids: RecordIds
  readonly secrets: SecretBox
  readonly outbox: Outbox
  readonly webhooks: PushTools['webhooks']
  readonly directory: AccountDirectory
  readonly passwords: PasswordWork
  readonly provisioning: Provisioning
  readonly webhookLog: WebhookKeeper
  readonly loginLinks: LoginLinkKeeper
  readonly secondFactorStore: SecondFactorStore
  readonly state: StateStore
  readonly events: MessageEvents
  readonly announcer: Announcer
  /** For explaining routes. */
  readonly routing: Pick<RoutingOptions, 'settings' | 'links'>
  readonly announceOptedOut: (smsIds: readonly number[]) => void
  readonly sessions: Sessions
  readonly segments: Segments
  readonly messages: Messages
  readonly submissions: Submissions
  readonly schedules: Schedules
  readonly rowTools: RowTools
  readonly network: Network
  readonly rateLimits: RateLimits
}

/** Every service that modules may ask for. */
export function createServices(options: ServicesOptions): readonly ProvidedService[] {
  const { pools, clock, defaults, ids, outbox, webhooks, directory, announceOptedOut, provisioning } = options
  const sql = pools.general
  const { accountOf } = directory
  const { searches } = options
  const auditLog = guardAuditLog({
    store: createAuditStore(sql, clock),
    accounts: provisioning,
    onLost: (error, { action }) =>
      options.logger.error({ error, action }, 'an act could not be written to the audit log'),
  })
  const noteRefusal = createRefusalNotes({
    clock,
    write: (refusal, times, at) => countRefusals(sql, refusal, times, at),
    onLost: (error) => options.logger.error({ error }, 'refused log-ins could not be noted'),
  })
  const logins = createLogins({ ...options, sql, noteRefusal })
  const secondFactors = createSecondFactors({
    ...{ store: options.secondFactorStore, accounts: provisioning, clock },
    ...{ note: auditLog.note, noteRefusal },
  })
  const reports = createReports({ searches, clock })
  const channels = createChannels({ sql, clock, directory, linkSite: options.linkSite })
  const { visibleTo } = channels
  const changes = createChanges(pools.changes, clock)
  const contactTools = { sql: changes.sql, clock, ids, outbox, webhooks, announceOptedOut }
  return [
    { token: Sessions, service: options.sessions },
    { token: Segments, service: options.segments },
    { token: Messages, service: inTurns(options.messages, changes, 'cancel', 'replace') },
    { token: Logins, service: logins },
    { token: SmppLogins, service: logins },
    { token: KeyHandout, service: logins },
    { token: Submissions, service: options.submissions },
    { token: Network, service: options.network },
    { token: Directory, service: directory },
    { token: RateLimits, service: options.rateLimits },
    { token: Reports, service: reports },
    { token: MessageHistory, service: createMessageHistory({ searches, reports, visibleTo }) },
    {
      token: IncomingMessages,
      service: createIncomingMessages({ ...{ searches, sql, accountOf }, clock, logger: options.logger }),
    },
    { token: Conversations, service: createConversations({ searches, reports, sql, visibleTo }) },
    { token: Accounts, service: guardAccounts(provisioning, auditLog.note) },
    { token: AuditLog, service: auditLog },
    { token: SecondFactors, service: secondFactors },
    { token: LoginLinks, service: { find: options.loginLinks.find, redeem: options.loginLinks.redeem } },
    { token: Webhooks, service: guardWebhooks(options.webhookLog, provisioning, clock) },
    { token: Channels, service: channels },
    { token: Clients, service: createPublicClients({ sql, clock, defaultCountry: defaults.country }) },
    {
      token: Contacts,
      service: inTurns(
        createContacts({ ...contactTools, searches }),
        changes,
        ...(['save', 'remove', 'setStatus', 'undo'] as const),
      ),
    },
    {
      token: ContactGroups,
      service: inTurns(
        createContactGroups(changes.sql),
        changes,
        ...(['add', 'rename', 'remove', 'addContacts', 'removeContacts'] as const),
      ),
    },
    { token: MessageEvents, service: options.events },
    { token: SystemStatus, service: createSystemStatus({ sql, clock, visibleTo }) },
    { token: Links, service: createLinks({ sql, announcer: options.announcer, note: auditLog.note }) },
    { token: Routing, service: createRouting({ ...options.routing, defaultCountry: defaults.country }) },
    { token: Unmatched, service: createUnmatched(sql) },
    { token: StateStore, service: options.state },
    { token: AddressLimits, service: createAddressLimits(clock) },
    { token: Schedules, service: inTurns(options.schedules, changes, 'reschedule', 'cancel') },
    { token: SubscriptionLinks, service: options.secrets.links },
    { token: Subscriptions, service: createSubscriptions(contactTools) },
    { token: TextTemplates, service: inTurns(createTextTemplates(changes.sql), changes, 'add', 'change', 'remove') },
    {
      token: Uploads,
      service: inTurns(
        createUploads({
          ...{ ...options.rowTools, sql: changes.sql, searches, clock, schedules: options.schedules },
          keptMebibytes: options.limits.uploadMebibytes,
          announce: () => options.announcer.announce(TOPICS.uploads),
        }),
        changes,
        ...(['create', 'createFromGroups', 'addRows', 'plan', 'setRow', 'start', 'pause', 'resume', 'cancel'] as const),
      ),
    },
  ]
}
