import { guardWebhooks, type WebhookKeeper } from '@heliograph/access'
import {
  Conversations,
  MessageHistory,
  PeriodFigures,
  type ProvidedService,
  Reports,
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
import { createWaiting } from './waiting/waiting-service.ts'
import { createWebhookLog } from './webhook-log/webhook-log.ts'

/** What can be looked up about what happened. */
export interface ReadWing {
  readonly services: readonly ProvidedService[]
  /** The log of webhooks of all clients. */
  readonly webhookLog: WebhookKeeper
}

export function createReadWing({ settings, http }: EngineOptions, { database, accounts }: NotifyNeeds): ReadWing {
  const { clock, steady, searches } = database
  const { general: sql } = database.pools
  const { provisioning, secrets } = accounts
  const { visibleTo } = accounts.channels
  const reports = createReports({ searches, clock })
  const webhookLog = createWebhookLog({
    ...{ sql, searches, clock, http, secrets, accounts: provisioning },
    soapNamespace: settings.webhooks.soapNamespace,
  })
  return {
    webhookLog,
    services: [
      { token: Reports, service: reports },
      { token: MessageHistory, service: createMessageHistory({ searches, reports, visibleTo }) },
      { token: Conversations, service: createConversations({ searches, reports, sql, visibleTo }) },
      { token: Webhooks, service: guardWebhooks(webhookLog, provisioning, steady) },
      { token: SystemStatus, service: createSystemStatus({ sql, searches, clock, visibleTo }) },
      { token: Waiting, service: createWaiting({ sql, visibleTo }) },
      { token: PeriodFigures, service: createPeriodFigures({ sql, searches, visibleTo }) },
    ],
  }
}
