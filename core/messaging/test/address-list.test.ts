import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAddressList, isLoopback } from '../src/index.ts'

const ENTRIES = ['192.0.2.0/24', '198.51.100.7', '2001:db8::/32']

const ROWS: readonly (readonly [string, boolean])[] = [
  ['192.0.2.200', true],
  ['192.0.3.1', false],
  ['198.51.100.7', true],
  ['198.51.100.8', false],
  ['2001:db8:1::7', true],
  ['2001:db9::7', false],
  ['host.example', false],
  ['', false],
]
describe('a list of addresses', () => {
  const has = createAddressList(ENTRIES)
  for (const [address, isIn] of ROWS)
    test(`${isIn ? 'has' : 'has not'} '${address}'`, () => assert.equal(has(address), isIn))

  for (const entry of [
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2.0/',
    '192.0.2.0/24/8',
    '192.0.2.0/-1',
    '192.0.2',
    'host.example',
    '',
  ])
    test(`with '${entry}' is invalid`, () =>
      assert.throws(() => createAddressList([entry]), { message: `'${entry}' is neither an address nor a network` }))

  test('without entries has nothing', () => assert.equal(createAddressList([])('127.0.0.1'), false))
})

const HOSTS: readonly (readonly [string, boolean])[] = [
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.example.com', false],
  ['10.0.0.1', false],
]
for (const [host, isIt] of HOSTS)
  test(`${host} is ${isIt ? '' : 'not '}this machine alone`, () => assert.equal(isLoopback(host), isIt))
