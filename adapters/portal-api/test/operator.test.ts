import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LinkPdu, Network } from '@heliograph/contracts'
import { shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

/** Requests that only operators may make. */
const FOR_OPERATORS: readonly (readonly [method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object])[] = [
  ['GET', '/operator/links'],
  ['GET', '/operator/links/hours'],
  ['POST', '/operator/links/net/main/pause'],
  ['POST', '/operator/links/net/main/resume'],
  ['GET', '/operator/routing'],
  ['GET', '/operator/routing/explain?to=27821110001&clientId=:clientId'],
  ['GET', '/operator/instances'],
  ['GET', '/operator/queues'],
  ['GET', '/operator/nodes'],
  ['GET', '/operator/holds'],
  ['PUT', '/operator/holds/deployment', {}],
  ['DELETE', '/operator/holds/deployment'],
  ['GET', '/operator/unknown'],
  ['GET', '/operator/unknown/messages'],
  ['POST', '/operator/unknown/decide', { decision: 'sent' }],
  ['GET', '/operator/unmatched/receipts'],
  ['GET', '/operator/unmatched/incoming'],
]

/** What is said of the link that takes messages to the network. */
const mainOf = ({ json }: { readonly json: { readonly records: readonly { readonly link: string }[] } }) =>
  json.records.find(({ link }) => link === 'net/main') as never as { pause: { by: string } | null; pdus: LinkPdu[] }

describe('the operator', () => {
  for (const [method, path, body] of FOR_OPERATORS)
    test(`alone may ${method} ${path}`, async () => {
      await withCallers(async ({ ask, kit }) => {
        const filled = path.replace(':clientId', String(kit.account.clientId))
        for (const who of ['user', 'admin', 'stranger'] as const)
          assert.deepEqual((await ask(who, method, filled, body)).json.code, 'not-allowed')
        const { status, text } = await ask('operator', method, filled, body)
        assert.ok(status < 300, text)
      })
    })

  test('pauses a link and resumes it', async () => {
    await withCallers(async ({ ask }) => {
      const pauseOf = async () => mainOf(await ask('operator', 'GET', '/operator/links')).pause
      assert.equal(await pauseOf(), null)
      assert.equal((await ask('operator', 'POST', '/operator/links/net/main/pause')).status, 204)
      assert.match((await pauseOf())?.by ?? '', /^operator@/)
      assert.equal((await ask('operator', 'POST', '/operator/links/net/main/resume')).status, 204)
      assert.equal(await pauseOf(), null)
      const none = await ask('operator', 'POST', '/operator/links/net/none/pause')
      assert.deepEqual([none.status, none.json.code], [404, 'link-not-found'])
    })
  })

  test('is told why messages wait: on a route, and by the explanation of a number', async () => {
    await withCallers(async ({ ask, kit }) => {
      const noLink = (route: string, link: string, obstacle: string) => ({
        kind: 'no-link',
        route,
        links: [{ link, obstacle, detail: null }],
      })
      const explain = async () => {
        const query = `to=27831110001&clientId=${kit.account.clientId}`
        return (await ask('operator', 'GET', `/operator/routing/explain?${query}`)).json.causes
      }
      const queue = async (query = '') => {
        const { json } = await ask('operator', 'GET', `/operator/queues${query}`)
        return json.records.find(({ route }: { route: string }) => route === 'network')
      }
      assert.deepEqual(await explain(), [])
      assert.equal(await queue('?onlyClosed=true'), undefined)
      await ask('operator', 'POST', '/operator/links/net/main/pause')
      const paused = noLink('network', 'net/main', 'paused')
      assert.deepEqual(await explain(), [paused])
      for (const query of ['', '?onlyClosed=true']) {
        const { links, causes } = await queue(query)
        assert.deepEqual([links, causes], [paused.links, [paused]])
      }
      await ask('operator', 'POST', '/operator/links/net/main/resume')
    })
  })

  test('puts sending on hold, and lets it go on', async () => {
    await withCallers(async ({ ask }) => {
      const held = async () =>
        (await ask('operator', 'GET', '/operator/holds')).json.records.map(({ at, ...hold }: { at: string }) => hold)
      assert.equal((await ask('operator', 'PUT', '/operator/holds/deployment?name=x', {})).status, 204)
      const reason = 'the network asked for it'
      assert.equal((await ask('operator', 'PUT', '/operator/holds/route?name=default', { reason })).status, 204)
      assert.deepEqual(await held(), [
        { kind: 'deployment', name: '', reason: '' },
        { kind: 'route', name: 'default', reason },
      ])
      for (const path of ['deployment', 'route?name=default', 'route?name=default'])
        assert.equal((await ask('operator', 'DELETE', `/operator/holds/${path}`)).status, 204)
      assert.deepEqual(await held(), [])
      for (const [path, status, code] of [
        ['route?name=none', 404, 'route-not-found'],
        ['client?name=999999', 404, 'client-not-found'],
        ['network?name=x', 400, 'invalid-request'],
      ] as const) {
        const { status: answered, json } = await ask('operator', 'PUT', `/operator/holds/${path}`, {})
        assert.deepEqual([answered, json.code], [status, code], path)
      }
    })
  })

  const DECISIONS = [
    ['sent', 'submitted'],
    ['failed', 'cancelled'],
    ['resend', 'submitted'],
  ] as const
  for (const [decision, state] of DECISIONS)
    test(`decides about messages of unknown outcome: ${decision}`, async () => {
      await withCallers(async ({ ask, kit }) => {
        const { account, messages, world } = kit
        const answer = world.link.answer
        world.link.answer = () => [{ kind: 'unknown' }]
        const body = { recipients: ['27831110001', '27831110002'], text: 'Hello' }
        assert.equal((await ask('user', 'POST', '/send', body)).json.accepted, 2)
        const statesAre = (expected: string) =>
          world.node.until(async () => (await messages()).every((each) => each.state === expected), expected)
        await statesAre('unknown')
        world.link.answer = answer
        const { json } = await ask('operator', 'GET', `/operator/unknown?clientId=${account.clientId}`)
        assert.deepEqual(
          json.records.map(({ clientId, route, messages }: Record<string, unknown>) => [clientId, route, messages]),
          [[account.clientId, 'network', 2]],
        )
        const path = `/operator/unknown/messages?clientId=${account.clientId}&limit=1`
        const first = (await ask('operator', 'GET', path)).json.records
        assert.deepEqual(
          first.map(({ to, route, link }: Record<string, unknown>) => [to, route, link]),
          [['27831110001', 'network', 'net/main']],
        )
        const decide = async (filter: object) =>
          (await ask('operator', 'POST', '/operator/unknown/decide', { decision, ...filter })).json.messages
        assert.equal(await decide({ route: 'default' }), 0)
        assert.equal(await decide({ route: 'network', clientId: account.clientId }), 2)
        assert.equal(await decide({ clientId: account.clientId }), 0)
        await statesAre(state)
        const smsIds = (await messages()).map(({ smsId }) => smsId)
        const handedOver = world.link.submitted.filter(({ smsId }) => smsIds.includes(smsId)).length
        assert.equal(handedOver, decision === 'resend' ? 4 : 2)
      })
    })

  test('sees the last PDUs of a link', async () => {
    await withCallers(async ({ ask, kit }) => {
      const pdus = async () => mainOf(await ask('operator', 'GET', '/operator/links')).pdus
      await kit.world.node.until(async () => (await pdus()).length > 0, 'the link is reported')
      const [{ at, command, direction, octets } = {} as LinkPdu] = await pdus()
      assert.ok(new Date(at).getTime() > 0)
      assert.deepEqual([command, direction, octets], ['enquire_link', 'out', '00000010000000150000000000000007'])
    })
  })

  test('has a number explained, and is told what is no number', async () => {
    await withCallers(async ({ ask, kit }) => {
      const client = `clientId=${kit.account.clientId}`
      const explain = (query: string) => ask('operator', 'GET', `/operator/routing/explain?${query}`)
      const { json } = await explain(`to=%2B27831110001&${client}&priority=BULK&parts=2`)
      assert.deepEqual([json.to, json.country, json.route, json.rules.length], ['27831110001', 'ZA', 'network', 1])
      assert.deepEqual(json.groups, [[{ link: 'net/main', weight: 1, share: 1 }]])
      for (const query of [client, `to=nobody&${client}`, `to=27821110001&${client}&priority=URGENT`])
        assert.equal((await explain(query)).status, 400, query)
    })
  })

  test('sees instances with health, and no secret of their configuration', async () => {
    await withCallers(async ({ ask }) => {
      const { json } = await ask('operator', 'GET', '/operator/instances')
      const [instance] = json.records
      assert.deepEqual(
        [json.node, instance.module.kind, instance.health],
        ['memory', 'plugin', { status: 'ok', reason: null }],
      )
      assert.deepEqual(instance.configuration, { password: '[redacted]' })
    })
  })

  test('sees what belongs to nobody, page by page', async () => {
    await withCallers(async ({ ask, kit }) => {
      const network = kit.service(Network)
      const at = new Date(kit.clock.now())
      for (const n of [1, 2, 3]) {
        const receipt = {
          carrier: 'net',
          networkId: `lost-${n}`,
          status: 'delivered',
          networkStatus: 'DELIVRD',
        } as const
        await network.receipt({ ...receipt, errorId: null, doneAt: at })
        const sms = { carrier: 'net', link: 'main', from: '27831234567', to: '99999', text: `<b>${n}</b>` } as const
        await network.incoming({ ...sms, encoding: 'gsm', mayBeRepeated: false, receivedAt: at })
      }
      for (const [what, field, values] of [
        ['receipts', 'networkId', ['lost-3', 'lost-2', 'lost-1']],
        ['incoming', 'text', ['<b>3</b>', '<b>2</b>', '<b>1</b>']],
      ] as const) {
        const first = (await ask('operator', 'GET', `/operator/unmatched/${what}?limit=2`)).json
        const second = (await ask('operator', 'GET', `/operator/unmatched/${what}?limit=2&cursor=${first.next}`)).json
        const shown = [...first.records, ...second.records].map((record: Record<string, unknown>) => record[field])
        assert.deepEqual([shown, second.next], [values, null])
      }
    })
  })
})
