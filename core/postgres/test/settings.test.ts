import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSettings } from '../src/server/settings.ts'

const settingsOf = (connections?: number) => formatSettings({ durable: true, tcp: false, connections })

test('there is room for the connections that are wanted, and for a hundred at least', () => {
  for (const [wanted, room] of [
    [undefined, 100],
    [60, 100],
    [180, 180],
  ] as const)
    assert.ok(settingsOf(wanted).includes(`max_connections = '${room}'\n`), String(wanted))
})
