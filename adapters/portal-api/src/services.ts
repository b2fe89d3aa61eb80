import {
  Accounts,
  AddressLimits,
  AuditLog,
  Channels,
  type Clock,
  ContactGroups,
  Contacts,
  Conversations,
  Directory,
  IncomingMessages,
  Instances,
  Interfaces,
  Links,
  LoginLinks,
  Logins,
  Mail,
  MessageHistory,
  Messages,
  optionalService,
  RateLimits,
  Reports,
  type ResolvedServices,
  Routing,
  Schedules,
  SecondFactors,
  StateStore,
  Submissions,
  Subscriptions,
  SystemStatus,
  TextTemplates,
  Unmatched,
  Uploads,
  Webhooks,
} from '@heliograph/contracts'
import type { Sessions } from './sessions.ts'

/** What the API needs of the gateway. */
export const portalDependencies = {
  accounts: Accounts,
  addressLimits: AddressLimits,
  auditLog: AuditLog,
  channels: Channels,
  contactGroups: ContactGroups,
  contacts: Contacts,
  conversations: Conversations,
  directory: Directory,
  history: MessageHistory,
  incoming: IncomingMessages,
  instances: Instances,
  interfaces: Interfaces,
  links: Links,
  loginLinks: LoginLinks,
  logins: Logins,
  mail: optionalService(Mail),
  messages: Messages,
  rateLimits: RateLimits,
  reports: Reports,
  routing: Routing,
  schedules: Schedules,
  secondFactors: SecondFactors,
  state: StateStore,
  submissions: Submissions,
  subscriptions: Subscriptions,
  systemStatus: SystemStatus,
  unmatched: Unmatched,
  templates: TextTemplates,
  uploads: Uploads,
  webhooks: Webhooks,
}

export type PortalServices = ResolvedServices<typeof portalDependencies>

/** What an endpoint works with. */
export interface PortalContext {
  readonly instanceId: string
  readonly services: PortalServices
  /** Sessions of browsers. */
  readonly sessions: Sessions
  readonly clock: Clock
  /** Address under which clients reach this deployment, without a trailing slash. */
  readonly publicUrl: () => string
}
