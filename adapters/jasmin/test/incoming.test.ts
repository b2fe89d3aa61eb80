import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IncomingNotice } from '@heliograph/contracts'
import { formatIncoming } from '../src/incoming.ts'

const NOTICE: IncomingNotice = {
  incomingId: 4711,
  clientId: 1001,
  from: '27821234567',
  to: '27820001234',
  text: 'Hello',
  receivedAt: new Date('2026-11-22T11:02:27Z'),
  url: 'https://client.example/mo?shop=7',
}

const write = (change: Partial<IncomingNotice> = {}, method: 'GET' | 'POST' = 'POST') =>
  formatIncoming({ ...NOTICE, ...change }, { method, origin: 'jasmin' })

/** Texts, with the octets that receivers get. */
const TEXTS: readonly (readonly [text: string, coding: string, octets: string])[] = [
  ['Hello', '0', '48656c6c6f'],
  ['Yes, 7!\r\n', '0', '5965732c2037210d0a'],
  ['a@b', '8', '006100400062'],
  ['$1_', '8', '00240031005f'],
  ['café', '8', '00630061006600e9'],
  ['Жук ☺', '8', '04160443043a0020263a'],
  ['😀', '8', 'd83dde00'],
  ['', '0', ''],
]

// spec: Jasmin: messages | rule | incoming SMS in the form of HTTP client connectors -> is a form that wants to be acknowledged

describe('an incoming SMS', () => {
  test('is a form that wants to be acknowledged', () => {
    const { body, ...request } = write()
    assert.deepEqual(request, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/plain' },
      acknowledgement: 'ACK/Jasmin',
    })
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      id: '4711',
      from: '27821234567',
      to: '27820001234',
      'origin-connector': 'jasmin',
      priority: '0',
      coding: '0',
      content: 'Hello',
      binary: '48656c6c6f',
    })
  })

  test('is a query beside what the URL has, where receivers read that', () => {
    const { url, ...request } = write({}, 'GET')
    assert.deepEqual(request, { method: 'GET', acknowledgement: 'ACK/Jasmin' })
    const { pathname, searchParams } = new URL(url ?? '')
    assert.deepEqual([pathname, searchParams.get('shop'), searchParams.get('id')], ['/mo', '7', '4711'])
  })

  for (const [text, coding, octets] of TEXTS)
    test(`${JSON.stringify(text)}: coding ${coding}`, () => {
      const fields = new URLSearchParams(write({ text }).body)
      assert.deepEqual([fields.get('coding'), fields.get('binary')], [coding, octets])
      const escaped = /content=(.*)$/.exec(write({ text }).body ?? '')?.[1]
      assert.equal(escaped?.replaceAll('%', '').toLowerCase(), octets)
    })
})
