import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WaitingCause } from '@heliograph/contracts'
import { formatWaiting } from '../src/format-waiting.ts'

const at = new Date(Date.UTC(2026, 0, 31, 8, 15))
const line = { kind: 'line', route: 'default', before: 3, isMore: false, seconds: null } as const
const paused = { link: 'smsc/main', obstacle: 'paused', detail: null } as const
const down = { link: 'smsc/two', obstacle: 'down', detail: 'refused' } as const

const ROWS: readonly (readonly [WaitingCause, string])[] = [
  [{ kind: 'segments' }, 'its other segments have not come'],
  [{ kind: 'scheduled', until: at }, 'it is scheduled for 2026-01-31T08:15:00.000Z'],
  [{ kind: 'delivery-window', until: at }, 'its delivery window opens at 2026-01-31T08:15:00.000Z'],
  [{ kind: 'bulk-paused', since: at }, 'its client paused its bulk at 2026-01-31T08:15:00.000Z'],
  [
    { kind: 'bulk-speed', limit: { parts: 60, seconds: 3_600 } },
    'its turn in its bulk has not come, of which 60 parts go in 3600 s',
  ],
  [
    { kind: 'bulk-speed', limit: { parts: 1, seconds: 60 } },
    'its turn in its bulk has not come, of which 1 part goes in 60 s',
  ],
  [{ kind: 'put-off', until: at }, 'a network put it off until 2026-01-31T08:15:00.000Z'],
  [
    { kind: 'held', scope: 'deployment', name: '', reason: '', since: at },
    'all sending is on hold (heliograph sending list)',
  ],
  [
    { kind: 'held', scope: 'route', name: 'bulk', reason: 'the network asked', since: at },
    'route bulk is on hold (the network asked) (heliograph sending list)',
  ],
  [
    { kind: 'no-link', route: 'bulk', links: [paused, down] },
    'no link of route bulk takes messages: smsc/main paused, smsc/two down (refused)',
  ],
  [{ kind: 'no-link', route: 'bulk', links: [] }, 'no running node has a link for route bulk'],
  [{ kind: 'no-credit', clientId: 1001 }, 'client 1001 has no credit (heliograph credit add)'],
  [line, '3 messages go first'],
  [{ ...line, before: 0, seconds: 0 }, 'it is next in line'],
  [{ ...line, before: 1, seconds: 2 }, '1 message goes first, for about 2 s'],
  [{ ...line, before: 20_000, isMore: true }, 'more than 20000 messages go first'],
  [{ kind: 'handed-over', link: 'smsc/main' }, 'smsc/main has it and has not answered'],
  [{ kind: 'unknown-outcome' }, 'it may have been sent; a receipt or an operator decides (heliograph unknown list)'],
  [{ kind: 'receipt' }, 'the network has it and has not reported the end'],
]

for (const [cause, reported] of ROWS)
  test(reported, () => assert.deepEqual(formatWaiting([cause]), ['', 'Why it waits', `  ${reported}`]))

test('what waits for nothing has no such lines', () => assert.deepEqual(formatWaiting([]), []))
