import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schemas } from '../src/api/client.ts'
import { nextLook } from '../src/pages/messages/next-look.ts'

const ASKED_AT = Date.parse('2026-05-04T12:00:00Z')

type Cause = Schemas['WaitingCause']

const CASES: readonly (readonly [name: string, causes: readonly Cause[], afterSeconds: number | undefined])[] = [
  ['nothing', [], undefined],
  ['what no clock ends', [{ kind: 'receipt' }, { kind: 'held', since: '2026-05-04T11:00:00Z' }], undefined],
  ['a time', [{ kind: 'quiet-hours', until: '2026-05-04T12:01:00Z' }], 61],
  ['a time that is almost there', [{ kind: 'put-off', until: '2026-05-04T12:00:01Z' }], 5],
  ['a time that has passed by this clock', [{ kind: 'scheduled', until: '2026-05-04T11:59:00Z' }], 5],
  ['its turn', [{ kind: 'line', before: 600, isMore: false, seconds: 60 }], 60],
  ['its turn, which should have come', [{ kind: 'line', before: 0, isMore: false, seconds: 0 }], undefined],
  ['a line without a rate', [{ kind: 'line', before: 600, isMore: false, seconds: null }], undefined],
  [
    'the first of several',
    [
      { kind: 'bulk-paused', since: '2026-05-04T11:00:00Z' },
      { kind: 'delivery-window', until: '2026-05-04T14:00:00Z' },
      { kind: 'quiet-hours', until: '2026-05-04T13:00:00Z' },
    ],
    3_601,
  ],
]
for (const [name, causes, seconds] of CASES)
  test(`what waits for ${name} is looked at again ${seconds === undefined ? 'after events' : 'then'}`, () => {
    const next = nextLook(causes, ASKED_AT)
    assert.equal(next === undefined ? undefined : (next - ASKED_AT) / 1_000, seconds)
  })
