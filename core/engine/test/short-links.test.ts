import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Channels, Messages, type Principal, ShortLinks } from '@heliograph/contracts'
import { createShortLinks } from '../src/accounts/short-links.ts'
import type { Sql } from '../src/database/database.ts'
import { useDatabase } from './support/database-fixture.ts'
import { type Harness, makeRequest, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

const [ANNA, BEN] = ['27821230001', '27821230002']

describe('short links in texts', () => {
  let node: Harness
  before(async () => {
    node = await startEngine({ settings: { shortLinks: { url: 'https://o.example/' } } })
  })
  after(() => node.close())

  /** Sends a text and resolves with what its recipients get. */
  async function textsOf(principal: Principal, text: string, to: readonly string[]): Promise<readonly string[]> {
    const { entries } = await node.engine.submissions.submit(principal, makeRequest({ to, text }))
    const ids = entries.map(({ smsId }) => smsId)
    const pages = ids.map((smsId) => node.reports.find(principal, { smsId, limit: 1 }))
    return (await Promise.all(pages)).map(({ records: [record] }) => record?.text ?? '')
  }
  const codeOf = (text = '') => text.slice(text.lastIndexOf('/') + 1)
  const shortLinks = () => find(node.engine.services, ShortLinks)

  it('are of fewer than 30 characters, and stand for a contact, its client and a direction', async () => {
    const { clientId } = node.principal
    const [anna, ben] = await textsOf(node.principal, '{opt_out_link}', [ANNA, BEN])
    assert.match(anna ?? '', /^https:\/\/o\.example\/[0-9A-Za-z]{10}$/)
    assert.ok((anna ?? '').length < 30)
    assert.deepEqual(await shortLinks().find(codeOf(anna)), { clientId, direction: 'out', mobile: ANNA })
    assert.deepEqual(await shortLinks().find(codeOf(ben)), { clientId, direction: 'out', mobile: BEN })
    const [back] = await textsOf(node.principal, 'Back: {opt_in_link}', [ANNA])
    assert.deepEqual(await shortLinks().find(codeOf(back)), { clientId, direction: 'in', mobile: ANNA })
  })

  it('are the same in all messages of a client to a contact, and others for another client', async () => {
    const other = await node.addClient()
    const text = '{opt_out_link}'
    const [first, again] = [await textsOf(node.principal, text, [ANNA]), await textsOf(node.principal, text, [ANNA])]
    assert.deepEqual(first, again)
    const [others] = await textsOf(other, text, [ANNA])
    assert.notEqual(others, first[0])
    assert.equal((await shortLinks().find(codeOf(others)))?.clientId, other.clientId)
  })

  it('count as they are written: in parts, and in a sample', async () => {
    const text = `${'x'.repeat(160 - 28)}{opt_out_link}`
    const { entries } = await node.engine.submissions.submit(node.principal, makeRequest({ to: [ANNA], text }))
    assert.equal(entries[0]?.parts, 1)
    const sample = await find(node.engine.services, Channels).sampleOf(node.principal, text)
    assert.equal(sample.length, 160)
    assert.equal(await shortLinks().find(codeOf(sample)), undefined, 'it stands for nobody')
  })

  it('are in a text that replaces another', async () => {
    const messages = find(node.engine.services, Messages)
    const sendAt = new Date(Date.now() + 3_600_000)
    const mobile = '27821230003'
    const { entries } = await node.engine.submissions.submit(node.principal, makeRequest({ to: [mobile], sendAt }))
    const smsId = entries[0]?.smsId as number
    await messages.replace(node.principal, smsId, { text: 'Bye {opt_out_link}' })
    const { records } = await node.reports.find(node.principal, { smsId, limit: 1 })
    assert.equal((await shortLinks().find(codeOf(records[0]?.text)))?.mobile, mobile)
  })

  for (const code of ['', 'AAAAAAAAAA', 'too-short', "' or true --", 'x'.repeat(2_000)])
    it(`a code that nobody was sent stands for nothing: ${code.slice(0, 20)}`, async () => {
      assert.equal(await shortLinks().find(code), undefined)
    })
})

describe('what is kept of short links', () => {
  const database = useDatabase()
  const longSite = () => ({ baseUrl: 'https://sms.example.com', sign: () => '' })

  function linksOf(sql: Sql, codeOf = database.secrets.shortCode) {
    return createShortLinks({ sql, url: 'https://o.example', codeOf, longSite })
  }

  function write(links: ReturnType<typeof linksOf>, mobiles: readonly string[], clientId = 1) {
    const writer = links.writer()
    const codes = mobiles.map((mobile) => writer.site.short?.codeOf({ clientId, direction: 'out', mobile }) ?? '')
    return { codes, keep: writer.keep }
  }

  it('takes one statement for thousands of contacts, whether they are known or not', async () => {
    let statements = 0
    const counted = ((...given: Parameters<Sql>) => {
      statements += 1
      return database.sql(...given)
    }) as unknown as Sql
    const mobiles = Array.from({ length: 12_000 }, (_, index) => String(27_830_000_000 + index))
    const links = linksOf(counted)
    for (const [round, expected] of [
      ['new', 3],
      ['known', 3],
    ] as const) {
      statements = 0
      const { codes, keep } = write(links, mobiles)
      await keep()
      assert.equal(statements, expected, round)
      assert.equal((await links.service.find(codes[11_999] ?? ''))?.mobile, mobiles[11_999])
    }
  })

  it('is nothing while a request is only measured', async () => {
    const links = linksOf(database.sql)
    const { codes, keep } = write(links, ['0'.repeat(15), ''])
    await keep()
    for (const code of codes) assert.equal(await links.service.find(code), undefined)
  })

  it('a code that two contacts have stands for neither', async () => {
    const links = linksOf(database.sql, () => 'SameForAll')
    await write(links, ['27840000001']).keep()
    assert.equal((await links.service.find('SameForAll'))?.mobile, '27840000001')
    await write(links, ['27840000001']).keep()
    assert.equal((await links.service.find('SameForAll'))?.mobile, '27840000001', 'the same contact again')
    await write(links, ['27840000001'], 2).keep()
    assert.equal(await links.service.find('SameForAll'), undefined)
  })

  it('goes when its contact is forgotten, and nothing else', async () => {
    const links = linksOf(database.sql)
    const { codes, keep } = write(links, ['27850000001', '27850000002'])
    await keep()
    await database.sql.begin((tx) => links.forget(tx, { clientId: 1, mobile: '27850000001' }))
    const left = await Promise.all(codes.map((code) => links.service.find(code)))
    assert.deepEqual(
      left.map((link) => link?.mobile),
      [undefined, '27850000002'],
    )
  })
})
