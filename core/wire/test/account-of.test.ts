import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf, Parameters } from '../src/index.ts'

const NAMES: readonly (readonly [userName: string, domain: string, account: string])[] = [
  ['Jo@Acme.example', '', 'jo@acme.example'],
  ['Jo@Acme.example', 'old.example', 'jo@acme.example'],
  [' Shop ', 'Old.example', 'shop@old.example'],
  ['shop', '', 'shop'],
  ['', 'old.example', ''],
  [' ', 'old.example', ''],
]

for (const [userName, domain, account] of NAMES)
  test(`the user name '${userName}', completed by '${domain}', stands for '${account}'`, () => {
    assert.equal(accountOf(userName, domain), account)
  })

test('the names of parameters, the first of each, those of the query first', () => {
  const request = { query: 'b=1&a=&b=2', headers: {}, body: Buffer.from('c=3&a=4') }
  assert.deepEqual(Parameters.of(request).names(), ['b', 'a', 'c'])
})
