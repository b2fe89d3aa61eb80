import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryLinks } from '@heliograph/testkit'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const ANNA = '27821112221'
const BEN = '27821112222'

const save = (caller: KeyCaller, mobile: string, body: unknown) =>
  caller.ask('user', 'PUT', `/contacts/${encodeURIComponent(mobile)}`, body)

const groupsOf = (contact: { groups: readonly { name: string }[] }) => contact.groups.map(({ name }) => name)

describe('contacts', () => {
  test('are noted, found, changed and removed', async () => {
    await withCallers(async (caller) => {
      const saved = await save(caller, '082 111 2221', {
        name: 'Anna',
        email: 'a@x.example',
        fields: { town: 'Paarl' },
      })
      assert.equal(saved.status, 200)
      const { addedAt, changedAt, ...contact } = saved.json
      const { clientId } = caller.kit.account
      const sign = (direction: 'out' | 'in') => memoryLinks.sign({ clientId, direction, mobile: ANNA })
      assert.deepEqual(contact, {
        mobile: ANNA,
        name: 'Anna',
        email: 'a@x.example',
        fields: { town: 'Paarl' },
        groups: [],
        subscription: null,
        optOutLink: `https://gateway.example/sms/2/messages/subscription/${clientId}/opt/out/${ANNA}?s=${sign('out')}`,
        optInLink: `https://gateway.example/sms/2/messages/subscription/${clientId}/opt/in/${ANNA}?s=${sign('in')}`,
      })
      await save(caller, BEN, { name: 'Ben' })
      const found = async (query: string) =>
        (await caller.ask('user', 'GET', `/contacts${query}`)).json.records.map(
          ({ mobile }: { mobile: string }) => mobile,
        )
      assert.deepEqual(await found(''), [ANNA, BEN])
      assert.deepEqual(await found('?name=be'), [BEN])
      assert.deepEqual(await found('?number=0821112221'), [ANNA])
      assert.deepEqual(await found('?status=opted-out'), [])
      assert.equal((await caller.ask('user', 'GET', '/contacts/count')).json.contacts, 2)
      const removed = await caller.ask('user', 'POST', '/contacts/remove', { mobiles: [ANNA, '27829999999'] })
      assert.deepEqual(removed.json, { removed: 1 })
      assert.equal((await caller.ask('user', 'GET', `/contacts/${ANNA}`)).status, 404)
    })
  })

  test('are in the groups that saving names, and in no others', async () => {
    await withCallers(async (caller) => {
      assert.deepEqual(groupsOf((await save(caller, ANNA, { groups: ['Staff', 'North'] })).json), ['North', 'Staff'])
      assert.deepEqual(groupsOf((await save(caller, ANNA, { groups: ['staff', 'South'] })).json), ['South', 'Staff'])
      assert.deepEqual(groupsOf((await save(caller, ANNA, { name: 'Anna' })).json), ['South', 'Staff'])
      assert.deepEqual(groupsOf((await save(caller, ANNA, { groups: [] })).json), [])
    })
  })

  const REFUSED: readonly (readonly [
    name: string,
    mobile: string,
    body: unknown,
    field: string | undefined,
    code: string,
  ])[] = [
    ['a bad number', '12', {}, undefined, 'bad-number'],
    ['a bad e-mail', ANNA, { email: 'x' }, 'email', 'bad-email'],
    ['a bad group', ANNA, { groups: ['a;b'] }, 'groups', 'bad-group'],
    ['a field that there is not', ANNA, { nickname: 'A' }, 'nickname', 'invalid-request'],
  ]
  for (const [name, mobile, body, field, code] of REFUSED)
    test(`${name} is refused by name`, async () => {
      await withCallers(async (caller) => {
        const { status, json } = await save(caller, mobile, body)
        assert.deepEqual([status, json.code, Object.keys(json.details)[0]], [400, code, field])
      })
    })

  test('are opted out, and back by an undo; the trail keeps both', async () => {
    await withCallers(async (caller) => {
      await save(caller, ANNA, { name: 'Anna' })
      const out = await caller.ask('user', 'POST', `/contacts/${ANNA}/status`, { status: 'opted-out' })
      assert.deepEqual([out.json.changed, out.json.subscription.status], [true, 'opted-out'])
      const { changedAt } = out.json.subscription
      const wrong = await caller.ask('user', 'POST', `/contacts/${ANNA}/undo`, {
        changedAt: '2020-01-01T00:00:00.000Z',
      })
      assert.deepEqual([wrong.status, wrong.json.code], [409, 'changed-meanwhile'])
      const back = await caller.ask('user', 'POST', `/contacts/${ANNA}/undo`, { changedAt })
      assert.equal(back.json.status, 'opted-in')
      const { records } = (await caller.ask('user', 'GET', `/contacts/${ANNA}/audit`)).json
      assert.deepEqual(
        records.map(({ status }: { status: string }) => status),
        ['opted-in', 'opted-out'],
      )
    })
  })

  test('of a list are taken by chosen columns, and rows that cannot be are reported by their number', async () => {
    await withCallers(async (caller) => {
      const row = ['Cell', 'Nom', 'Town', 'Groups', 'Status']
      const { columns, isHeader } = (await caller.ask('user', 'POST', '/contacts/columns', { rows: [row] })).json
      assert.deepEqual(
        [columns, isHeader],
        [{ mobile: 0, lastName: 1, groups: 3, status: 4, others: [{ column: 2, name: 'Town' }] }, true],
      )
      const rows = [
        ['082 111 2221', 'Botha', 'Paarl', 'Staff;North', ''],
        ['12', 'Nobody', '', '', ''],
        ['0821112222', 'Cele', '', '', '0'],
        ['0821112223', 'Dlamini', '', '', 'maybe'],
      ]
      const send = () => caller.ask('user', 'POST', '/contacts/import', { columns, rows, firstRow: 2 })
      const { problems, ...counts } = (await send()).json
      assert.deepEqual(counts, { added: 2, changed: 0, unchanged: 0, refused: 2 })
      assert.deepEqual(
        problems.map(({ row, mobile, code }: { row: number; mobile: string; code: string }) => [row, mobile, code]),
        [
          [3, '12', 'bad-number'],
          [5, '0821112223', 'bad-status'],
        ],
      )
      const spelled = ['082 111 2221', "'+27821112221", '12', '']
      const { mobiles } = (await caller.ask('user', 'POST', '/contacts/numbers', { numbers: spelled })).json
      assert.deepEqual(mobiles, [ANNA, ANNA, null, null])
      const again = (await send()).json
      assert.deepEqual([again.added, again.unchanged, again.refused], [0, 2, 2])
      const anna = (await caller.ask('user', 'GET', `/contacts/${ANNA}`)).json
      assert.deepEqual([anna.name, anna.fields, groupsOf(anna)], ['Botha', { Town: 'Paarl' }, ['North', 'Staff']])
      assert.equal((await caller.ask('user', 'GET', `/contacts/${BEN}`)).json.subscription.status, 'opted-out')
      const body = { columns, rows: rows.slice(2, 3), group: 'Autumn' }
      await caller.ask('user', 'POST', '/contacts/import', body)
      assert.deepEqual(groupsOf((await caller.ask('user', 'GET', `/contacts/${BEN}`)).json), ['Autumn'])
    })
  })

  test('are in groups that are added, renamed, filled and removed', async () => {
    await withCallers(async (caller) => {
      await save(caller, ANNA, {})
      const { groupId } = (await caller.ask('user', 'POST', '/groups', { name: 'Staff' })).json
      const path = `/groups/${groupId}`
      assert.deepEqual((await caller.ask('user', 'PATCH', path, { name: 'Crew' })).json, { groupId, name: 'Crew' })
      assert.equal((await caller.ask('user', 'POST', '/groups', { name: 'crew' })).json.code, 'group-taken')
      const mobiles = [ANNA, BEN]
      assert.deepEqual((await caller.ask('user', 'POST', `${path}/add`, { mobiles })).json, { added: 1 })
      assert.equal((await caller.ask('user', 'GET', `/contacts?groupId=${groupId}`)).json.records.length, 1)
      assert.deepEqual((await caller.ask('user', 'POST', `${path}/remove`, { mobiles })).json, { removed: 1 })
      assert.equal((await caller.ask('user', 'DELETE', path)).status, 204)
      assert.deepEqual((await caller.ask('user', 'GET', '/groups')).json, { records: [], next: null })
    })
  })

  test('are exported as an import takes them, without formulas', async () => {
    await withCallers(async (caller) => {
      await save(caller, ANNA, { name: '=1+1', groups: ['Staff'] })
      await save(caller, BEN, { name: 'Ben' })
      const { kit } = caller
      const headers = { 'x-api-key': kit.account.apiKey }
      const answer = await kit.request({ method: 'GET', path: '/portal/api/1/contacts/export?name=1', headers })
      assert.equal(answer.status, 200)
      assert.match(String(answer.headers['content-disposition']), /attachment/)
      assert.deepEqual(answer.body.toString().split('\r\n'), [
        'mobile,name,email,groups,status,status_description,status_changed_at,fields',
        `${ANNA},'=1+1,,Staff,,,,`,
        '',
      ])
    })
  })

  test('are those of the client alone', async () => {
    await withCallers(async (caller) => {
      await save(caller, ANNA, { name: 'Anna', groups: ['Staff'] })
      const { groupId } = (await caller.ask('user', 'GET', '/groups')).json.records[0]
      for (const [method, path, body] of [
        ['GET', `/contacts/${ANNA}`],
        ['PATCH', `/groups/${groupId}`, { name: 'Mine' }],
        ['DELETE', `/groups/${groupId}`],
      ] as const)
        assert.equal((await caller.ask('stranger', method, path, body)).status, 404, path)
      assert.deepEqual((await caller.ask('stranger', 'GET', '/contacts')).json.records, [])
      const client = `?client=${caller.kit.account.clientId}`
      assert.equal((await caller.ask('operator', 'GET', `/contacts/${ANNA}${client}`)).json.name, 'Anna')
    })
  })
})
