import { COMMAND_FAULTS } from './plugin-command-faults.ts'
import { EVENT_FAULTS } from './plugin-event-faults.ts'
import type { PluginFault } from './plugin-fault.ts'
import { PAGE_FAULTS } from './plugin-page-faults.ts'
import { ROUTE_FAULTS } from './plugin-route-faults.ts'
import { TASK_FAULTS } from './plugin-task-faults.ts'

/** Faults of a plugin, each with the check that has to notice it. */
export const PLUGIN_FAULTS: readonly PluginFault[] = [
  ...EVENT_FAULTS,
  ...ROUTE_FAULTS,
  ...TASK_FAULTS,
  ...COMMAND_FAULTS,
  ...PAGE_FAULTS,
]
