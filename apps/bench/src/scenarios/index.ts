import { ceiling } from './ceiling.ts'
import { FAIR } from './fair.ts'
import { figures } from './figures.ts'
import { idle } from './idle.ts'
import { inbox } from './inbox.ts'
import { interfaces } from './interfaces.ts'
import { nodes } from './nodes.ts'
import { reports } from './reports.ts'
import { reportsBeside } from './reports-beside.ts'
import type { Scenario } from './scenario.ts'
import { smppOut } from './smpp-out.ts'
import { smppRestart } from './smpp-restart.ts'
import { smppThrough } from './smpp-through.ts'
import { smppWindow } from './smpp-window.ts'
import { urgent } from './urgent.ts'
import { v2 } from './v2.ts'
import { v2Batch } from './v2-batch.ts'
import { webhooksDlr } from './webhooks-dlr.ts'
import { webhooksHanging } from './webhooks-hanging.ts'
import { webhooksIncoming } from './webhooks-incoming.ts'
import { words } from './words.ts'

const SMPP: readonly Scenario[] = [smppThrough, smppOut, smppWindow, smppRestart]
const WEBHOOKS: readonly Scenario[] = [webhooksDlr, webhooksIncoming, webhooksHanging]

export const SCENARIOS: readonly Scenario[] = [
  v2,
  v2Batch,
  nodes,
  ceiling,
  idle,
  urgent,
  ...FAIR,
  reports,
  reportsBeside,
  inbox,
  words,
  figures,
  interfaces,
  ...SMPP,
  ...WEBHOOKS,
]

/** Groups of scenarios that run one after the other under one name. */
export const GROUPS: readonly {
  readonly name: string
  readonly description: string
  readonly scenarios: readonly Scenario[]
}[] = [
  { name: 'smpp', description: 'all of those with SMPP, one after the other', scenarios: SMPP },
  { name: 'fair', description: 'both of those with two clients, one after the other', scenarios: FAIR },
  { name: 'webhooks', description: 'all of those with webhooks, one after the other', scenarios: WEBHOOKS },
  { name: 'all', description: 'all of them, one after the other', scenarios: SCENARIOS },
]
