import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type AdapterKit,
  CONFORMANCE_API_KEY,
  createAdapterKit,
  type KitListener,
  type TestRequest,
} from '@heliograph/testkit'
import kannelSendsms from '../src/index.ts'
import { USER } from './interface.ts'
import { COMPARED, DIFFERENCES } from './kannel-cases.ts'
import { type Kannel, startKannel, withoutKannel } from './support/kannel.ts'

// Sends the same requests to the smsbox of a Kannel and to the adapter: status and body are the same, or differ on
// purpose.

describe('beside Kannel', { skip: withoutKannel }, () => {
  let kannel: Kannel
  let kit: AdapterKit
  let adapter: KitListener
  before(async () => {
    kannel = await startKannel({ user: USER.email, password: CONFORMANCE_API_KEY })
    kit = await createAdapterKit(kannelSendsms, { config: {}, account: { user: USER, credit: '1000.00' } })
    await kit.start()
    adapter = await kit.listen()
  })
  after(async () => {
    await adapter?.close()
    await kit?.stop()
    await kannel?.stop()
  })

  for (const [name, request] of COMPARED) {
    test(`the same: ${name}`, async () => {
      assert.equal(await ask(adapter.url, request), await ask(kannel.url, request))
    })
  }

  for (const { name, request, kannel: theirs, here, why } of DIFFERENCES) {
    test(`different: ${name}, because ${why}`, async () => {
      assert.equal(await ask(kannel.url, request), theirs)
      assert.equal(await ask(adapter.url, request), here)
    })
  }
})

/** Status and body. */
async function ask(url: string, { body, headers = {}, method = 'GET', path = '', query = '' }: TestRequest) {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const response = await fetch(`${url}${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: given,
    // As octets, so that `fetch` adds no Content-Type.
    body: body === undefined ? null : Buffer.from(body),
  })
  return `${response.status} ${await response.text()}`
}
