import type { PluginCommandCase, PluginPageCase } from '@heliograph/testkit'
import { withOne as before } from './cases.ts'

/** What operators type on the server, and what that prints. */
export const commands: readonly PluginCommandCase[] = [
  { name: 'shows the count', before, command: 'show', result: { delivered: 1 } },
  { name: 'says that there are fewer', before, command: 'show', values: { atLeast: 2 }, code: 1 },
]

/** What the page in the portal asks for. */
export const pages: readonly PluginPageCase[] = [
  {
    name: 'tells the page how many were delivered',
    before,
    page: 'count',
    endpoint: 'count',
    answer: { delivered: 1 },
    isShared: true,
  },
]
