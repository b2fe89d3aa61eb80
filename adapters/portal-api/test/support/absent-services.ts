import {
  AlertNotices,
  Alerts,
  Conversations,
  GatewayError,
  Holds,
  Links,
  PeriodFigures,
  type ProvidedService,
  ReceivedMessages,
  ReportMails,
  RequestLog,
  Routing,
  SavedReports,
  type ServiceToken,
  SystemStatus,
  TeamInbox,
  TextTemplates,
  UnknownOutcomes,
  Unmatched,
  Uploads,
  Waiting,
  Webhooks,
} from '@heliograph/contracts'

/** Services that the engine double does not have; what they do is tested on the engine itself. */
const ABSENT: readonly ServiceToken<unknown>[] = [
  Alerts,
  Conversations,
  Holds,
  Links,
  PeriodFigures,
  ReceivedMessages,
  RequestLog,
  Routing,
  SavedReports,
  SystemStatus,
  TeamInbox,
  TextTemplates,
  UnknownOutcomes,
  Unmatched,
  Uploads,
  Waiting,
  Webhooks,
]

/** For tests that do not use them: every call of one is answered as not found, and there are no notices or mails. */
export const ABSENT_SERVICES: readonly ProvidedService[] = [
  ...ABSENT.map((token) => ({ token, service: findsNothing(token) })),
  { token: AlertNotices, service: { take: async () => [], settle: async () => {} } },
  { token: ReportMails, service: { take: async () => [], settle: async () => {} } },
]

function findsNothing(token: ServiceToken<unknown>): object {
  const fails = async () => {
    throw new GatewayError('not-found', 'no-such-service', `There is no ${String(token)} here`)
  }
  return new Proxy({}, { get: () => fails })
}
