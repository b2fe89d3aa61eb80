import { guardWebhooks, type WebhookKeeper } from '@heliograph/access'
import {
  ChangeFeed,
  Conversations,
  MessageHistory,
  PeriodFigures,
  type ProvidedService,
  ReceivedMessages,
  ReportMails,
  Reports,
  RequestLog,
  type RequestNotes,
  SavedReports,
  SystemStatus,
  TeamInbox,
  Waiting,
  Webhooks,
} from '@heliograph/contracts'
import type { EngineOptions } from '../engine-options.ts'
import type { NotifyNeeds } from '../notify/notify-wing.ts'
import { createChangeFeed } from './change-feed.ts'
import { createConversations } from './conversations/conversations-service.ts'
import { createTeamInbox } from './conversations/team-inbox.ts'
import { createPeriodFigures } from './figures/period-figures.ts'
import { createReportMails } from './figures/report-mails.ts'
import { createSavedReports } from './figures/saved-reports.ts'
import { createSystemStatus } from './figures/system-status.ts'
import { createMessageHistory } from './history/message-history.ts'
import { createReceivedMessages } from './history/received-messages.ts'
import { createReports } from './history/reports.ts'
import { findRequests } from './requests/find-requests.ts'
import { RequestWriter } from './requests/request-writer.ts'
import { createWaiting } from './waiting/waiting-service.ts'
import { createWebhookLog } from './webhook-log/webhook-log.ts'

/** What can be looked up about what happened. */
export interface ReadWing {
  readonly services: readonly ProvidedService[]
  /** The log of webhooks of all clients. */
  readonly webhookLog: WebhookKeeper
  /** Where the host notes requests of clients. */
  readonly requestNotes: RequestNotes
  /** Stores the requests that are still to be stored. */
  close(): Promise<void>
}

export function createReadWing(
  { settings, http, logger, metrics }: EngineOptions,
  { database, ownership, accounts }: NotifyNeeds,
): ReadWing {
  const { clock, steady, searches } = database
  const { general: sql } = database.pools
  const { provisioning, secrets } = accounts
  const { visibleTo } = accounts.channels
  const { changeNotes, changeWatchers } = ownership
  const reports = createReports({ searches, clock })
  const conversations = createConversations({ searches, reports, sql, visibleTo, changeNotes })
  const webhookLog = createWebhookLog({
    sql,
    searches,
    clock,
    http,
    secrets,
    accounts: provisioning,
    changeNotes,
    soapNamespace: settings.webhooks.soapNamespace,
  })
  const requestNotes = new RequestWriter({ sql, clock, logger, metrics, changeNotes })
  const requestLog: RequestLog = {
    find: ({ clientId }, filter, given) => findRequests(searches, clientId, filter, given),
  }
  return {
    webhookLog,
    requestNotes,
    close: () => requestNotes.stop(),
    services: [
      { token: Reports, service: reports },
      { token: ReceivedMessages, service: createReceivedMessages({ searches, visibleTo }) },
      { token: MessageHistory, service: createMessageHistory({ searches, reports, visibleTo }) },
      { token: Conversations, service: conversations },
      { token: TeamInbox, service: createTeamInbox({ sql, visibleTo, conversations, clock, changeNotes }) },
      { token: ChangeFeed, service: createChangeFeed({ sql, clock, visibleTo, watchers: changeWatchers }) },
      { token: Webhooks, service: guardWebhooks(webhookLog, provisioning, steady) },
      { token: SystemStatus, service: createSystemStatus({ sql, searches, clock, visibleTo }) },
      { token: Waiting, service: createWaiting({ sql, visibleTo }) },
      { token: RequestLog, service: requestLog },
      { token: PeriodFigures, service: createPeriodFigures({ sql, searches, visibleTo }) },
      { token: SavedReports, service: createSavedReports(sql, clock) },
      { token: ReportMails, service: createReportMails(sql) },
    ],
  }
}
