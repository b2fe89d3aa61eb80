import { IncomingMessages, Network, type ProvidedService } from '@heliograph/contracts'
import { type BackgroundWork, NO_WORK } from '../background-work.ts'
import { TOPICS } from '../database/announcement-topics.ts'
import type { EngineOptions } from '../engine-options.ts'
import type { IntakeNeeds, IntakeWing } from '../intake/intake-wing.ts'
import { createAnswers } from './answers.ts'
import { storeOverdue } from './incoming.ts'
import { IncomingLoop } from './incoming-loop.ts'
import { createIncomingMessages } from './incoming-messages.ts'
import { createIncomingSteps } from './incoming-steps.ts'
import { createNetwork } from './network.ts'
import { createWorkForOthers, type WorkTaker } from './work-taker.ts'

/**
 * Incoming SMS and the work that they cause; with them, everything else that networks report. What is started and
 * stopped is that work.
 */
export interface InboundWing extends BackgroundWork {
  readonly services: readonly ProvidedService[]
  readonly network: Network
  /** Stores long SMS whose missing parts have not arrived in time. Resolves with how many. */
  storeOverdue(): Promise<number>
  /** Resolves once the incoming SMS that were given are in the database. */
  close(): Promise<void>
}

export interface InboundNeeds extends IntakeNeeds {
  readonly intake: IntakeWing
}

export function createInboundWing(options: EngineOptions, needs: InboundNeeds): InboundWing {
  const { settings, roles, logger } = options
  const { database, accounts, notify, outbound } = needs
  const { pools, clock, searches, outage } = database
  const { general: sql } = pools
  const { taker, work } = roles.includes('webhooks') ? workHere(options, needs) : workElsewhere(needs)
  const tools = { ...notify.tools, work: taker }
  const { drained, ...network } = createNetwork(pools.work, tools, outbound.answers)
  const { accountOf } = accounts.directory
  return {
    services: [
      { token: Network, service: network },
      {
        token: IncomingMessages,
        service: createIncomingMessages({ searches, sql, accountOf, clock, logger, outage }),
      },
    ],
    network,
    storeOverdue: () => storeOverdue(pools.work, tools, settings.incoming.joinTimeoutSeconds),
    ...work,
    close: drained,
  }
}

interface Working {
  readonly taker: WorkTaker
  readonly work: BackgroundWork
}

/** Work on incoming SMS waits for a node that has the role. */
function workElsewhere({ ownership }: InboundNeeds): Working {
  return { taker: createWorkForOthers(() => ownership.announcer.announce(TOPICS.incoming)), work: NO_WORK }
}

function workHere(
  { settings, logger }: EngineOptions,
  { database, ownership, accounts, notify, intake }: InboundNeeds,
): Working {
  const { announceOptedOut, guard, owner, signals } = ownership
  const { autoRepliesPerHour } = settings.incoming
  const sql = database.pools.general
  const tools = { ...notify.tools, sql, defaultCountry: settings.defaults.country, erased: accounts.erased }
  const answers = createAnswers({ ...tools, logger, submissions: intake.ownSubmissions, autoRepliesPerHour })
  const workOn = createIncomingSteps({ ...tools, announceOptedOut, answers })
  const loop = new IncomingLoop({ sql, clock: database.clock, logger, ...owner, guard, workOn })
  signals.incomingWaits.on(() => loop.look())
  signals.worksAgain.on(() => loop.look())
  return {
    taker: loop,
    // Jobs of nodes of an earlier version, whose work is in the table.
    work: { tasks: { incoming: async () => loop.look() }, start: async () => loop.start(), stop: () => loop.stop() },
  }
}
