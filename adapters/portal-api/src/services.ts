import {
  Accounts,
  AddressLimits,
  AlertNotices,
  Alerts,
  AuditLog,
  Blobs,
  type Brand,
  ChangeFeed,
  Channels,
  type Clock,
  ContactGroups,
  Contacts,
  Conversations,
  Directory,
  Erasures,
  Holds,
  IncomingMessages,
  Instances,
  Interfaces,
  Links,
  type Logger,
  LoginLinks,
  Logins,
  Mail,
  MessageHistory,
  Messages,
  optionalService,
  Passkeys,
  PeriodFigures,
  PortalPages,
  QuietHoursSettings,
  RateLimits,
  ReceivedMessages,
  ReportMails,
  Reports,
  RequestLog,
  type ResolvedServices,
  Routing,
  SavedReports,
  Schedules,
  SecondFactors,
  StateStore,
  Submissions,
  SubscriptionLinks,
  Subscriptions,
  SystemStatus,
  TeamInbox,
  TextTemplates,
  UnknownOutcomes,
  Unmatched,
  Uploads,
  VirtualPhones,
  VouchedLogins,
  Waiting,
  Webhooks,
} from '@heliograph/contracts'
import { visibleReports, visibleUploads } from '@heliograph/messaging'
import type { BackgroundTasks } from './background-tasks.ts'
import type { ViewerCounts } from './live/viewer-counts.ts'
import type { Watches } from './live/watches.ts'
import type { Ceremonies } from './passkeys/ceremonies.ts'
import type { PasswordLinks } from './password-links/password-links.ts'
import type { ProviderLogins } from './provider/provider-logins.ts'
import type { Sessions } from './sessions.ts'

/** The gateway's services that the API needs. */
export const portalDependencies = {
  accounts: Accounts,
  addressLimits: AddressLimits,
  alertNotices: AlertNotices,
  alerts: Alerts,
  auditLog: AuditLog,
  blobs: Blobs,
  changeFeed: ChangeFeed,
  channels: Channels,
  contactGroups: ContactGroups,
  contacts: Contacts,
  conversations: Conversations,
  directory: Directory,
  erasures: Erasures,
  history: MessageHistory,
  holds: Holds,
  incoming: IncomingMessages,
  instances: Instances,
  interfaces: Interfaces,
  links: Links,
  loginLinks: LoginLinks,
  logins: Logins,
  mail: optionalService(Mail),
  messages: Messages,
  passkeys: Passkeys,
  periodFigures: PeriodFigures,
  portalPages: PortalPages,
  quietHours: QuietHoursSettings,
  rateLimits: RateLimits,
  receivedMessages: ReceivedMessages,
  reportMails: ReportMails,
  reports: Reports,
  requestLog: RequestLog,
  routing: Routing,
  savedReports: SavedReports,
  schedules: Schedules,
  secondFactors: SecondFactors,
  state: StateStore,
  submissions: Submissions,
  subscriptionLinks: SubscriptionLinks,
  subscriptions: Subscriptions,
  systemStatus: SystemStatus,
  teamInbox: TeamInbox,
  unknownOutcomes: UnknownOutcomes,
  unmatched: Unmatched,
  templates: TextTemplates,
  uploads: Uploads,
  virtualPhones: optionalService(VirtualPhones),
  vouchedLogins: VouchedLogins,
  waiting: Waiting,
  webhooks: Webhooks,
}

export type PortalServices = ResolvedServices<typeof portalDependencies>

/** The services as people see what is behind them: those that interfaces of clients use as well are limited here. */
export function visibleServices(services: PortalServices): PortalServices {
  const { channels, reports, uploads } = services
  return {
    ...services,
    reports: visibleReports(reports, channels),
    uploads: visibleUploads(uploads, channels),
  }
}

/** What an endpoint works with. */
export interface PortalContext {
  readonly instanceId: string
  readonly services: PortalServices
  /** Sessions of browsers. */
  readonly sessions: Sessions
  /** Links by which users set a password that they do not know. */
  readonly passwordLinks: PasswordLinks
  /** Making passkeys and signing with them. */
  readonly ceremonies: Ceremonies
  /** What goes on after an answer. */
  readonly backgroundTasks: BackgroundTasks
  readonly logger: Logger
  /** Counts of open streams, and the watches that look for changes. */
  readonly viewers: ViewerCounts
  readonly watches: Watches
  readonly clock: Clock
  /** Logins by an identity provider; undefined: none is configured. */
  readonly providerLogins: ProviderLogins | undefined
  /** Address under which clients reach this deployment, without a trailing slash. */
  readonly publicUrl: () => string
  /** As what the deployment presents itself. */
  readonly brand: Brand
}
