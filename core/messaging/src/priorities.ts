import { PRIORITIES, type PriorityName } from '@heliograph/contracts'

const NAMES = new Map<number, PriorityName>(
  Object.entries(PRIORITIES).map(([name, priority]) => [priority, name as PriorityName]),
)

/** The name of a priority; `NORMAL` for a number that is not a priority. */
export function priorityName(priority: number): PriorityName {
  return NAMES.get(priority) ?? 'NORMAL'
}
