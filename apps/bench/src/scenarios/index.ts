import { idle } from './idle.ts'
import { reports } from './reports.ts'
import type { Scenario } from './scenario.ts'
import { urgent } from './urgent.ts'
import { v2 } from './v2.ts'
import { v2Batch } from './v2-batch.ts'

export const SCENARIOS: readonly Scenario[] = [v2, v2Batch, idle, urgent, reports]
