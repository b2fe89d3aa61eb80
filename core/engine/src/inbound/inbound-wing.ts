import { IncomingMessages, Network, type ProvidedService } from '@heliograph/contracts'
import type { TaskList } from 'graphile-worker'
import type { EngineOptions } from '../engine-options.ts'
import type { IntakeNeeds, IntakeWing } from '../intake/intake-wing.ts'
import { INCOMING_TASK } from '../notify/webhooks/webhook-job.ts'
import { createAnswers } from './answers.ts'
import { createIncomingMessages } from './incoming-messages.ts'
import { createIncomingTask } from './incoming-task.ts'
import { createNetwork } from './network.ts'

/** Incoming SMS and what they set off; with them, all that networks report. */
export interface InboundWing {
  readonly services: readonly ProvidedService[]
  readonly tasks: TaskList
  readonly network: Network
  /** Resolves once the incoming SMS that were given are in the database. */
  close(): Promise<void>
}

export interface InboundNeeds extends IntakeNeeds {
  readonly intake: IntakeWing
}

export function createInboundWing(options: EngineOptions, needs: InboundNeeds): InboundWing {
  const { settings, roles, logger } = options
  const { database, ownership, accounts, notify, outbound, intake } = needs
  const { pools, clock, searches } = database
  const { general: sql } = pools
  const { drained, ...network } = createNetwork(pools.work, notify.tools, outbound.answers)

  function incomingTasks(): TaskList {
    const tools = { ...notify.tools, sql, defaultCountry: settings.defaults.country }
    const { announceOptedOut } = ownership
    const { autoRepliesPerHour } = settings.incoming
    const answers = createAnswers({ ...tools, logger, submissions: intake.ownSubmissions, autoRepliesPerHour })
    const task = createIncomingTask({ ...tools, announceOptedOut, answers })
    return ownership.guard.guardTasks({ [INCOMING_TASK]: task })
  }

  const { accountOf } = accounts.directory
  return {
    services: [
      { token: Network, service: network },
      { token: IncomingMessages, service: createIncomingMessages({ searches, sql, accountOf, clock, logger }) },
    ],
    tasks: roles.includes('webhooks') ? incomingTasks() : {},
    network,
    close: drained,
  }
}
