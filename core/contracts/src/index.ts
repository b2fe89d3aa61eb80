export {
  Accounts,
  type AddedClient,
  type ChannelChange,
  type ChannelRecord,
  type ClientChange,
  type ClientNetworks,
  type ClientNumber,
  type ClientRecord,
  type CreditChange,
  type KeyRecord,
  type LedgerDay,
  type LedgerFilter,
  type LedgerPage,
  MOST_KEYS,
  type NewChannel,
  type NewClient,
  type NewKey,
  type NewUser,
  type OutgoingNumber,
  type SecretState,
  type SharedSecretChange,
  type UserChange,
  type UserRecord,
} from './accounts.ts'
export {
  type Adapter,
  type AdapterCapabilities,
  type AdapterModule,
  defineAdapter,
  type ExampleValues,
  type OwnListener,
} from './adapter.ts'
export { type AddressLimit, AddressLimits } from './address-limits.ts'
export {
  ALERT_KINDS,
  type Alert,
  type AlertEvent,
  type AlertKind,
  type AlertNotice,
  AlertNotices,
  type AlertSettings,
  Alerts,
} from './alerts.ts'
export { type AuditAct, type AuditEntry, type AuditFilter, AuditLog, type AuditLogPage } from './audit-log.ts'
export {
  type AuthenticatedRoute,
  authenticatedRoute,
  type KnownIdentity,
  type RequestIdentity,
  runRoute,
} from './authenticated-route.ts'
export { type Balance, Balances } from './balances.ts'
export { type AttachedBlob, type BlobContent, type BlobRecord, Blobs, NetworkBlobs, type NewBlob } from './blobs.ts'
export { type Brand, type BrandImage, type BrandPalette, OWN_BRAND } from './brand.ts'
export type {
  BindStatus,
  Carrier,
  CarrierLink,
  LinkCapabilities,
  LinkPdu,
  LinkPduField,
  LinkStatus,
  OutgoingMessage,
  PartOutcome,
} from './carrier.ts'
export { ChangeFeed, type ChangeSubject, type FeedScope } from './change-feed.ts'
export {
  type Channel,
  type ChannelSettings,
  Channels,
  type IncomingHandler,
  type IncomingInstance,
  type KeywordMatch,
  type Sender,
} from './channel.ts'
export type { CheckFinding } from './check.ts'
export { Clients, type PublicClient } from './clients.ts'
export type { Clock } from './clock.ts'
export { type ConfigDeprecation, renamed, type SecretOption, unused } from './config.ts'
export { ContactGroups, type GroupRecord } from './contact-groups.ts'
export {
  type AuditPage,
  type ContactDraft,
  type ContactFilter,
  type ContactPage,
  type ContactProblem,
  type ContactRecord,
  Contacts,
  type ContactValues,
  type SaveOutcome,
  type SubscriptionEntry,
} from './contacts.ts'
export {
  type ButtonsContent,
  CONTENT_KINDS,
  type ContentButton,
  type ContentKind,
  fallbackText,
  type MediaContent,
  type RichContent,
  type TemplateContent,
} from './content.ts'
export type { ModuleContext } from './context.ts'
export {
  type AnsweringColleague,
  CONVERSATION_FOLDERS,
  type Colleague,
  type ConversationEntry,
  type ConversationFilter,
  type ConversationFolder,
  type ConversationHandling,
  type ConversationKey,
  type ConversationPage,
  type ConversationRecord,
  Conversations,
  type EntryPage,
  type LastMessage,
  type SaidFilter,
  type SaidPage,
  type SaidRecord,
} from './conversations.ts'
export type { DeliveryWindow } from './delivery-window.ts'
export { type Caller, Directory, type Door } from './directory.ts'
export { type ErasedContact, Erasures } from './erasures.ts'
export {
  assertNever,
  type ErrorCategory,
  GatewayError,
  type GatewayErrorOptions,
  isGatewayError,
  toGatewayError,
} from './error.ts'
export { ERROR_STATUSES, errorHeaders } from './error-answers.ts'
export { type EventFollower, EventLog } from './event-log.ts'
export type { Health } from './health.ts'
export { type HoldScope, Holds, LONGEST_HOLD_REASON, type SendingHold } from './holds.ts'
export {
  type AcceptDecision,
  HOOK_DEFAULTS,
  type HookRefusal,
  type Hooks,
  type MessageChanges,
  type MessageToRoute,
  REFUSAL_CATEGORIES,
  type RefusalCategory,
  type RequestChanges,
  type RequestToAccept,
} from './hooks.ts'
export type {
  ClientCertificate,
  HttpHandler,
  HttpHeaders,
  HttpMethod,
  HttpRequest,
  HttpRequestHead,
  HttpResponse,
  HttpStream,
  RouteSpec,
} from './http.ts'
export {
  type HttpClient,
  isOutboundError,
  OutboundError,
  type OutboundFailure,
  type OutboundReply,
  type OutboundRequest,
} from './http-client.ts'
export type { IncomingNotice, IncomingReply } from './incoming-form.ts'
export { type IncomingFilter, IncomingMessages, type IncomingPage, type IncomingRecord } from './incoming-messages.ts'
export { type CommandCall, type CommandOutput, defineCommand, type InstanceCommand } from './instance-command.ts'
export { type InstanceList, type InstanceRecord, Instances } from './instances.ts'
export { type InterfaceRecord, type InterfaceRoute, Interfaces } from './interfaces.ts'
export {
  type LinkFigures,
  type LinkHour,
  type LinkMinuteFigures,
  type LinkPause,
  type LinkRecord,
  Links,
} from './links.ts'
export type { Logger } from './logger.ts'
export { LoginLinks } from './login-links.ts'
export { KeyHandout, type LoginAttempt, type LoginResult, Logins, SmppLogins } from './logins.ts'
export { Mail, type MailAttachment, MailError, type MailFailure, type MailMessage } from './mail.ts'
export {
  type Encoding,
  MESSAGE_STATES,
  type MessageState,
  type Money,
  PRIORITIES,
  type Priority,
  type PriorityName,
} from './message.ts'
export {
  type EventListener,
  type EventSubscription,
  type MessageEnded,
  type MessageEvent,
  MessageEvents,
  type MessageRead,
  type SmsReceived,
} from './message-events.ts'
export { type AnsweredEntry, type HistoryEntry, MessageHistory } from './message-history.ts'
export { type MessageSelection, Messages, type Replacement } from './messages.ts'
export { METADATA_OCTETS, type MessageMetadata } from './metadata.ts'
export type { Counter, Gauge, Histogram, MetricLabels, Metrics } from './metrics.ts'
export {
  NATIONAL_LANGUAGES,
  type NationalLanguage,
  type ShiftTable,
  type TextLanguage,
} from './national-languages.ts'
export {
  type IncomingResult,
  type IncomingSegment,
  type LateAnswer,
  type LateOutcome,
  Network,
  type NetworkIncoming,
  type NetworkReceipt,
  type ReceiptStatus,
  type UnreportedPart,
  type UnreportedQuery,
} from './network.ts'
export {
  type CountedEvent,
  type InstanceTables,
  OwnTables,
  type TableSql,
  type TablesPart,
  type TableValue,
} from './own-tables.ts'
export {
  MOST_PASSKEYS,
  type NewPasskey,
  type PasskeyAttempt,
  type PasskeyCheck,
  type PasskeyKey,
  type PasskeyRecord,
  Passkeys,
} from './passkeys.ts'
export {
  FIGURE_DIVISIONS,
  FIGURE_STEPS,
  type FigureDivision,
  type FigureStep,
  type HandsetTimes,
  type PeriodCount,
  PeriodFigures,
  type PeriodFilter,
  type PeriodOutcome,
  type PeriodReport,
} from './period-figures.ts'
export {
  definePlugin,
  type Plugin,
  type PluginCapabilities,
  type PluginModule,
  type ProvidedService,
} from './plugin.ts'
export type { Portal, PortalState } from './portal-bridge.ts'
export {
  definePageEndpoint,
  PAGE_ICONS,
  type PageCall,
  type PageEndpoint,
  type PageIcon,
  type PortalPage,
  type PortalPageAnswer,
  type PortalPageCall,
  type PortalPageRecord,
  PortalPages,
} from './portal-page.ts'
export { type Principal, ROLES, type Role, SCOPES, type Scope } from './principal.ts'
export { type DayWindow, type QuietHours, QuietHoursSettings, type Weekday } from './quiet-hours.ts'
export { type Admission, RateLimits } from './rate-limits.ts'
export {
  MOST_RECEIPTS_TOGETHER,
  type ReceiptForm,
  type ReceiptKind,
  type ReceiptNotice,
  type ReceiptRequest,
  type ReceiptSignature,
} from './receipt-form.ts'
export { type ReceivedFilter, ReceivedMessages, type ReceivedPage, type ReceivedRecord } from './received-messages.ts'
export {
  type FindOptions,
  type MessageRecord,
  type ReportFilter,
  type ReportPage,
  Reports,
  TEXT_REMOVED,
} from './reports.ts'
export { createRequestIdSource, isRequestId } from './request-id.ts'
export {
  type NotedBind,
  type NotedRequest,
  type RequestError,
  type RequestFacts,
  type RequestFilter,
  RequestLog,
  type RequestNotes,
  type RequestPage,
  type RequestRecord,
  type RequestTexts,
} from './request-log.ts'
export { retryAfterMs } from './retry-after.ts'
export {
  type ExplainedRule,
  type RoutedLink,
  type RoutedLinks,
  type RouteExplanation,
  type RouteQuestion,
  Routing,
  type RoutingRule,
  type RoutingTable,
  type RuleCondition,
  type RuleConditions,
} from './routing.ts'
export {
  type DueReport,
  REPORT_PERIODS,
  ReportMails,
  type ReportPeriod,
  type SavedReport,
  type SavedReportSettings,
  SavedReports,
} from './saved-reports.ts'
export { BULK_STATES, type BulkState, type ScheduledBulk, Schedules } from './schedules.ts'
export {
  type SecondFactorDraft,
  type SecondFactorResult,
  type SecondFactorState,
  SecondFactors,
} from './second-factors.ts'
export { type InstanceSecrets, Secrets } from './secrets.ts'
export { Segments, type SubmitSegment } from './segments.ts'
export {
  defineService,
  optionalService,
  type ResolvedServices,
  type ServiceToken,
  type ServiceTokens,
} from './service.ts'
export {
  type IncomingPush,
  type Push,
  type PushReceiver,
  type ReceiptPush,
  type Session,
  type SessionRequest,
  Sessions,
} from './sessions.ts'
export { ShortLinks } from './short-links.ts'
export type { SpeedLimit } from './speed-limit.ts'
export {
  type InstanceState,
  type StateChange,
  type StateEntry,
  type StateIncrement,
  type StateListOptions,
  type StatePage,
  StateStore,
} from './state-store.ts'
export {
  type AcceptStep,
  createStepFeed,
  type ReceiptStep,
  type RequestStep,
  type Step,
  type StepFeed,
  Steps,
  type SubmitStep,
  type WebhookStep,
} from './steps.ts'
export {
  type PushRequest,
  Submissions,
  type SubmitDestination,
  type SubmitEntry,
  type SubmitMessage,
  type SubmitRequest,
  type SubmitResult,
} from './submissions.ts'
export { type Subscription, type SubscriptionSource, type SubscriptionStatus, Subscriptions } from './subscription.ts'
export { type SubscriptionLink, SubscriptionLinks } from './subscription-links.ts'
export { systemClock } from './system-clock.ts'
export {
  type DeliveryTimes,
  type DeploymentReport,
  type LinkReport,
  type MessageCount,
  type MessageCounts,
  type MinuteDeliveryTimes,
  type NodeReport,
  type QueueDepth,
  type StatusScope,
  SystemStatus,
  type WebhookCounts,
} from './system-status.ts'
export {
  type ConversationNote,
  type HandlingChange,
  LONGEST_NOTE,
  TeamInbox,
} from './team-inbox.ts'
export {
  type TemplateDraft,
  type TemplateVariable,
  type TextTemplate,
  TextTemplates,
  VARIABLE_TYPES,
  type VariableType,
} from './text-templates.ts'
export { settleWithin, waitAtMost, waitUnlessAborted } from './time-limits.ts'
export { type AccessToken, hasTokenForm, LONGEST_TOKEN_SECONDS, type TokenRequest, Tokens } from './tokens.ts'
export {
  type OutcomeDecision,
  type UnknownCount,
  type UnknownFilter,
  type UnknownMessage,
  UnknownOutcomes,
} from './unknown-outcomes.ts'
export {
  Unmatched,
  type UnmatchedFilter,
  type UnmatchedIncoming,
  type UnmatchedPage,
  type UnmatchedReceipt,
} from './unmatched.ts'
export {
  type CampaignResults,
  type GroupUpload,
  type NewUpload,
  RESPONSE_DAYS,
  type SentBulk,
  type TextComparison,
  type TextResults,
  UPLOAD_PROBLEMS,
  UPLOAD_STATES,
  type UploadCells,
  type UploadPage,
  type UploadPiece,
  type UploadPlan,
  type UploadProblem,
  type UploadRecord,
  type UploadRow,
  type UploadRowPage,
  type UploadState,
  Uploads,
} from './uploads.ts'
export { API_VERSION, type ApiVersion } from './version.ts'
export { type HandsetMessage, VirtualPhones } from './virtual-phones.ts'
export { VouchedLogins, type VouchedResult, type VouchedUser } from './vouched-logins.ts'
export {
  type LinkObstacle,
  type QueueLink,
  type RouteQueue,
  Waiting,
  type WaitingCause,
  type WaitingQuestion,
} from './waiting.ts'
export {
  type PausedHost,
  WEBHOOK_KINDS,
  WEBHOOK_STATES,
  type WebhookAnswer,
  type WebhookAttempt,
  type WebhookDetails,
  type WebhookFilter,
  type WebhookKind,
  type WebhookPage,
  type WebhookRecord,
  type WebhookRequest,
  type WebhookSelection,
  type WebhookState,
  Webhooks,
} from './webhooks.ts'
