import {
  AlertNotices,
  Alerts,
  Erasures,
  type Health,
  Holds,
  Links,
  type ProvidedService,
  Routing,
  UnknownOutcomes,
  Unmatched,
} from '@heliograph/contracts'
import { type BackgroundWork, NO_WORK } from '../background-work.ts'
import { Calendar } from '../clock/calendar.ts'
import type { EngineOptions } from '../engine-options.ts'
import type { InboundNeeds, InboundWing } from '../inbound/inbound-wing.ts'
import { nameLinks, routeNames } from '../outbound/routing/routing.ts'
import { createAlertNotices } from './alerts/alert-notices.ts'
import { createAlerts } from './alerts/alerts-service.ts'
import { createArchive, NO_ARCHIVE } from './archive/archive.ts'
import { createErasure, type Erasure } from './erase/erasure.ts'
import { createErasures } from './erase/erasures.ts'
import { createHolds, createHoldTools, type HoldTools, holdsHealth } from './holds.ts'
import { createLinks } from './links.ts'
import { createChores } from './maintenance/chores.ts'
import { createRemovalCounts } from './maintenance/removal-counts.ts'
import { pausedWorkHealth } from './paused-work.ts'
import { type Admission, admit } from './restore/restore.ts'
import { createRouting } from './routing.ts'
import { createUnknownOutcomes } from './unknown/unknown-outcomes.ts'
import { createUnknownTools, type UnknownTools } from './unknown/unknown-tools.ts'
import { createUnmatched } from './unmatched.ts'

/** What operators see and change. Starting and stopping is about maintenance. */
export interface OperateWing extends BackgroundWork {
  readonly services: readonly ProvidedService[]
  /** `degraded` while work is paused because it ended processes. */
  pausedWorkHealth(): Promise<Health>
  readonly holds: HoldTools
  /** `degraded` while sending is on hold. */
  holdsHealth(): Promise<Health>
  readonly unknownOutcomes: UnknownTools
  readonly erasure: Erasure
  /** See `Engine.admit`. */
  admit(isRestored: boolean): Promise<Admission>
}

export interface OperateNeeds extends InboundNeeds {
  readonly inbound: InboundWing
}

export function createOperateWing(options: EngineOptions, needs: OperateNeeds): OperateWing {
  const { settings, roles, logger } = options
  const { database, ownership, accounts, notify, outbound, instances } = needs
  const { general: sql, chores } = database.pools
  const { announceBatches } = outbound
  const links = () => nameLinks(instances.carriers)
  const { announcer } = ownership
  const { note } = accounts
  const holds = createHoldTools({ sql: chores, announcer, announceBatches })
  const unknownOutcomes = createUnknownTools({
    sql: chores,
    ids: database.ids,
    finish: notify.tools,
    announceBatches,
    fairness: settings.dispatch.fairness,
  })
  const erasure = createErasure({
    sql: chores,
    clock: options.clock,
    erased: accounts.erased,
    links: accounts.links,
    defaultCountry: settings.defaults.country,
  })
  return {
    services: [
      { token: Links, service: createLinks({ sql, announcer, note }) },
      {
        token: Routing,
        service: createRouting({ current: outbound.routing, links, defaultCountry: settings.defaults.country }),
      },
      { token: Unmatched, service: createUnmatched(sql) },
      { token: Holds, service: createHolds({ sql, tools: holds, routes: routeNames(settings.routes), note }) },
      { token: UnknownOutcomes, service: createUnknownOutcomes({ tools: unknownOutcomes, note }) },
      { token: Erasures, service: createErasures({ erasure, note }) },
      { token: Alerts, service: createAlerts(sql) },
      { token: AlertNotices, service: createAlertNotices(sql) },
    ],
    pausedWorkHealth: () => pausedWorkHealth(sql),
    holds,
    holdsHealth: () => holdsHealth(sql),
    unknownOutcomes,
    erasure,
    admit: (isRestored) => admit({ sql: chores, clock: options.clock, logger, memory: database.memory }, isRestored),
    ...(roles.includes('cron') ? doChores(options, needs) : NO_WORK),
  }
}

function doChores({ settings, logger, metrics, nodeName }: EngineOptions, needs: OperateNeeds): BackgroundWork {
  const { database, ownership, notify, outbound, intake, inbound } = needs
  const { node } = ownership
  const { chores, work } = database.pools
  const tools = { clock: database.clock, logger }
  const { archive: folder } = settings.retention
  const calendar = new Calendar({
    ...tools,
    // Those of the chores may all be held up.
    sql: work,
    doer: () => ({ lease: node.leaseNumber, node: node.name }),
    chores: createChores({
      ...tools,
      sql: chores,
      work,
      finish: notify.tools,
      receipts: outbound.receipts,
      announceBatches: outbound.announceBatches,
      messagesDue: outbound.messagesDue,
      kept: settings.retention,
      counts: createRemovalCounts(metrics),
      archive: folder === undefined ? NO_ARCHIVE : createArchive({ sql: chores, folder, node: nodeName }),
      defaultValiditySeconds: Math.round(settings.defaults.validityHours * 3600),
      storeOverdue: inbound.storeOverdue,
      sweepSegments: intake.sweepSegments,
    }),
  })
  return { tasks: calendar.tasks, start: async () => calendar.start(), stop: () => calendar.stop() }
}
