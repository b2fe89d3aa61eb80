import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatContent, type PushContent, parseContent, toPush } from '../src/notify/sessions/push-content.ts'

const CONTENTS: readonly PushContent[] = [
  {
    kind: 'receipt',
    smsId: 12_345_678_901,
    context: '{"a":"b\\"\u2028\0"}',
    from: 'ACME & Co',
    to: '27821110000',
    text: 'grüße "x" \\ \n 😀',
    parts: 3,
    state: 'undeliverable',
    networkStatus: 'UNDELIV',
    errorId: 27,
    acceptedAt: new Date('2026-01-05T08:00:00.123Z'),
    doneAt: new Date('2026-01-05T08:30:00Z'),
  },
  {
    kind: 'receipt',
    smsId: 1,
    context: '',
    from: '1',
    to: '2',
    text: '',
    parts: 1,
    state: 'delivered',
    networkStatus: null,
    errorId: null,
    acceptedAt: new Date(0),
    doneAt: new Date(1),
  },
  {
    kind: 'incoming',
    incomingId: 7,
    from: '27821110000',
    to: '27820000001',
    text: '0A0BFF',
    encoding: 'binary',
    receivedAt: new Date('2026-01-05T08:30:00Z'),
  },
]

for (const content of CONTENTS) {
  test(`what is kept of ${content.kind} ${content.text} is all there was`, () => {
    const kept = parseContent(formatContent(content))
    assert.deepEqual(kept, content)
    assert.deepEqual(toPush({ pushId: 9, userId: 1, starts: 0, content }), { pushId: 9, ...content })
  })
}
