import { EventLog, MessageEvents, type ProvidedService, Secrets, Sessions } from '@heliograph/contracts'
import type { AccountsNeeds, AccountsWing } from '../accounts/accounts-wing.ts'
import { type BackgroundWork, NO_WORK } from '../background-work.ts'
import type { EngineOptions } from '../engine-options.ts'
import { createEventLog } from './events/event-log.ts'
import { createMessageEvents } from './events/message-events.ts'
import { FinalCounts } from './final-counts.ts'
import { createSecrets } from './instance-secrets.ts'
import { Outbox } from './sessions/outbox.ts'
import type { PushTools } from './sessions/push-tools.ts'
import { createSessions } from './sessions/sessions.ts'
import { ChannelSecrets } from './webhooks/channel-secrets.ts'
import { WEBHOOKS_TASK } from './webhooks/webhook-job.ts'
import { WebhookSender } from './webhooks/webhook-sender.ts'

/** What clients and modules are told, and on which way. Starting and stopping is about webhooks. */
export interface NotifyWing extends BackgroundWork {
  readonly services: readonly ProvidedService[]
  /** With these, everything that clients are told is stored. */
  readonly tools: PushTools
  /** Ends the sessions of clients, and the subscriptions of modules. */
  close(): Promise<void>
}

export interface NotifyNeeds extends AccountsNeeds {
  readonly accounts: AccountsWing
}

export function createNotifyWing(options: EngineOptions, needs: NotifyNeeds): NotifyWing {
  const { logger } = options
  const { clock, ids, pools } = needs.database
  const { changeNotes, signals, owner, node } = needs.ownership
  const onNode = { sql: pools.general, clock, logger, nodeId: node.id, ...owner }
  const outbox = new Outbox(onNode)
  const sessions = createSessions({ ...onNode, outbox })
  const events = createMessageEvents(onNode)
  const log = createEventLog(onNode)
  const box = needs.accounts.secrets
  const channels = new ChannelSecrets({ sql: pools.general, secrets: box, clock })
  signals.accountsChanged.on(() => channels.forget())
  signals.accountsChanged.on(() => sessions.accountsChanged())
  signals.live.on((isLive) => sessions.setLive(isLive))
  signals.pushesWait.on((userId) => outbox.announced(userId))
  const { webhooks, work } = options.roles.includes('webhooks') ? sendWebhooks(options, needs) : SENDS_NONE
  return {
    services: [
      { token: Sessions, service: sessions },
      { token: MessageEvents, service: events },
      { token: EventLog, service: log },
      { token: Secrets, service: createSecrets({ sql: pools.general, box, channels }) },
    ],
    tools: {
      ids,
      clock,
      outbox,
      webhooks,
      finals: new FinalCounts(options.metrics),
      steps: options.steps,
      changeNotes,
    },
    ...work,
    async close() {
      await Promise.all([events.stop(), log.stop()])
      await sessions.stop()
    },
  }
}

interface Sending {
  readonly webhooks: PushTools['webhooks']
  readonly work: BackgroundWork
}

/** Webhooks wait for a node that has the role. */
const SENDS_NONE: Sending = { webhooks: undefined, work: NO_WORK }

function sendWebhooks(options: EngineOptions, { database, ownership, accounts, instances }: NotifyNeeds): Sending {
  const { settings, http, logger, metrics, steps } = options
  const { signals, owner, changeNotes } = ownership
  const sender = new WebhookSender({
    sql: database.pools.general,
    clock: database.clock,
    steady: database.steady,
    secrets: accounts.secrets,
    http,
    logger,
    metrics,
    steps,
    changeNotes,
    ...owner,
    settings: settings.webhooks,
    soapNamespace: settings.webhooks.soapNamespace,
    random: Math.random,
    onAnswers: () => signals.incomingWaits.raise(),
    writerOf: (instance) => {
      const adapter = instances.adapters.get(instance)
      return adapter?.formatReceipt?.bind(adapter)
    },
    manyOf: (instance) => {
      const adapter = instances.adapters.get(instance)
      return adapter?.formatReceipts?.bind(adapter)
    },
    incomingOf: (instance) => {
      const adapter = instances.adapters.get(instance)
      const write = adapter?.formatIncoming?.bind(adapter)
      return write && { write, readReply: (reply) => adapter?.readIncomingReply?.(reply) ?? null }
    },
  })
  signals.accountsChanged.on(() => sender.accountsChanged())
  signals.worksAgain.on(() => void sender.wake())
  return {
    webhooks: sender,
    work: {
      // Jobs that waited for the look would take the place of others while it fails.
      tasks: { [WEBHOOKS_TASK]: async () => void sender.wake() },
      start: async () => sender.start(),
      stop: () => sender.stop(),
    },
  }
}
