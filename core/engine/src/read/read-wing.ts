import { guardWebhooks, type WebhookKeeper } from '@heliograph/access'
import {
  Conversations,
  MessageHistory,
  PeriodFigures,
  type ProvidedService,
  Reports,
  RequestLog,
  type RequestNotes,
  SystemStatus,
  Waiting,
  Webhooks,
} from '@heliograph/contracts'
import type { EngineOptions } from '../engine-options.ts'
import type { NotifyNeeds } from '../notify/notify-wing.ts'
import { createConversations } from './conversations/conversations-service.ts'
import { createPeriodFigures } from './figures/period-figures.ts'
import { createSystemStatus } from './figures/system-status.ts'
import { createMessageHistory } from './history/message-history.ts'
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
  { database, accounts }: NotifyNeeds,
): ReadWing {
  const { clock, steady, searches } = database
  const { general: sql } = database.pools
  const { provisioning, secrets } = accounts
  const { visibleTo } = accounts.channels
  const reports = createReports({ searches, clock })
  const webhookLog = createWebhookLog({
    ...{ sql, searches, clock, http, secrets, accounts: provisioning },
    soapNamespace: settings.webhooks.soapNamespace,
  })
  const requestNotes = new RequestWriter({ sql, clock, logger, metrics })
  const requestLog: RequestLog = {
    find: ({ clientId }, filter, given) => findRequests(searches, clientId, filter, given),
  }
  return {
    webhookLog,
    requestNotes,
    close: () => requestNotes.stop(),
    services: [
      { token: Reports, service: reports },
      { token: MessageHistory, service: createMessageHistory({ searches, reports, visibleTo }) },
      { token: Conversations, service: createConversations({ searches, reports, sql, visibleTo }) },
      { token: Webhooks, service: guardWebhooks(webhookLog, provisioning, steady) },
      { token: SystemStatus, service: createSystemStatus({ sql, searches, clock, visibleTo }) },
      { token: Waiting, service: createWaiting({ sql, visibleTo }) },
      { token: RequestLog, service: requestLog },
      { token: PeriodFigures, service: createPeriodFigures({ sql, searches, visibleTo }) },
    ],
  }
}
