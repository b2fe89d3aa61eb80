import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorById } from '@heliograph/messaging'
import { statusName } from '@heliograph/smpp'
import { createStatusReader, STATUS_MEANINGS } from '../src/statuses.ts'
import { linkConfig } from './fixtures.ts'

const read = createStatusReader(linkConfig())

for (const [status, expected] of [
  [0x58, { kind: 'throttled', status: 'ESME_RTHROTTLED' }],
  [0x14, { kind: 'try-later', status: 'ESME_RMSGQFUL' }],
  [0x08, { kind: 'try-later', status: 'ESME_RSYSERR' }],
  [0x0b, { kind: 'refused', fault: 'destination', status: 'ESME_RINVDSTADR', errorId: 351 }],
  [0x01, { kind: 'refused', fault: 'message', status: 'ESME_RINVMSGLEN', errorId: 355 }],
  [0x0a, { kind: 'refused', fault: 'route', status: 'ESME_RINVSRCADR', errorId: 368 }],
  [0x43, { kind: 'refused', fault: 'link', status: 'ESME_RINVESMCLASS' }],
  [0x0401, { kind: 'refused', fault: 'route', status: '0x00000401' }],
] as const) {
  test(`${statusName(status)} is ${expected.kind}`, () => assert.deepEqual(read(status), expected))
}

test('every status of the table has a name, and errors of the registry', () => {
  for (const [status, { errorId }] of STATUS_MEANINGS) {
    assert.match(statusName(status), /^ESME_/)
    if (errorId !== undefined) assert.ok(errorById(errorId), `no error ${errorId}`)
  }
})

test('a link may say otherwise, in hexadecimal or decimal', () => {
  const own = createStatusReader(
    linkConfig({ statuses: { '0x45': 'destination', '1025': 'throttled' }, otherStatuses: 'try-later' }),
  )
  assert.deepEqual(own(0x45), { kind: 'refused', fault: 'destination', status: 'ESME_RSUBMITFAIL', errorId: 632 })
  assert.deepEqual(own(0x401), { kind: 'throttled', status: '0x00000401' })
  assert.deepEqual(own(0x402), { kind: 'try-later', status: '0x00000402' })
})
