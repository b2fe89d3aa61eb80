import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { meaningOf } from '../src/components/answer-meaning.ts'
import { type ChannelForm, changeBetween, countChanges, DEFAULT_LINK_BASE } from '../src/pages/channels/channel-form.ts'
import { CHANNEL_SECTIONS, sectionsFor } from '../src/pages/channels/channel-settings.ts'
import { nameOf, offered } from '../src/pages/developers/interface-names.ts'
import { smppConfigurations, smppPassword } from '../src/pages/developers/smpp-configurations.ts'
import { readWebhookSearch, sinceOf } from '../src/pages/webhooks/webhook-search.ts'

const FORM: ChannelForm = {
  enabled: true,
  outgoingNumber: '',
  forwardEmail: '',
  forwardMobile: '',
  hasAutoResponse: false,
  autoResponse: '',
  incomingHandler: 'json',
  incomingUrl: '',
  dlrUrl: 'https://acme.example/dlr',
  optOutUrl: '',
  optInUrl: '',
  blacklistResponse: '',
  whitelistResponse: '',
  keywordMatch: 'contains',
  optOutLinkBase: DEFAULT_LINK_BASE,
  optInLinkBase: '',
}

describe('a change of a channel', () => {
  const ROWS: readonly (readonly [name: string, after: Partial<ChannelForm>, change: object, inputs: number])[] = [
    ['nothing', {}, {}, 0],
    ['a text', { optInUrl: 'https://acme.example/in' }, { optInUrl: 'https://acme.example/in' }, 1],
    ['a text that is cleared', { dlrUrl: ' ' }, { dlrUrl: null }, 1],
    ['an answer without a text', { hasAutoResponse: true }, {}, 1],
    ['an answer', { hasAutoResponse: true, autoResponse: 'Hi' }, { autoResponse: 'Hi' }, 2],
    ['the text of an answer that is off', { autoResponse: 'Hi' }, {}, 1],
    ['an empty link base', { optOutLinkBase: '' }, { optOutLinkBase: '' }, 1],
    ['the default link base', { optInLinkBase: DEFAULT_LINK_BASE }, { optInLinkBase: null }, 1],
  ]
  for (const [name, after, change, inputs] of ROWS)
    test(`${name}: only what differs`, () => {
      assert.deepEqual(changeBetween(FORM, { ...FORM, ...after }), change)
      assert.equal(countChanges(FORM, { ...FORM, ...after }), inputs)
    })

  test('every setting is an input once; senders have none for what comes in', () => {
    const inputs = CHANNEL_SECTIONS.flatMap(({ settings }) => settings.map(({ setting }) => setting))
    assert.deepEqual(inputs.toSorted(), Object.keys(FORM).toSorted())
    const ofSenders = sectionsFor('sender').flatMap(({ settings }) => settings.map(({ name }) => name))
    assert.deepEqual(
      ['txt_webservice_url', 'txt_sms2email', 'txt_outgoing_shortcode', 'lk_optout_match'].filter((name) =>
        ofSenders.includes(name),
      ),
      [],
    )
    assert.ok(ofSenders.includes('txt_dlr_webhook_url'))
  })
})

test('what a server answered has a meaning', () => {
  for (const [status, failure, meaning] of [
    [200, null, 'success'],
    [299, null, 'success'],
    [302, null, 'redirect'],
    [401, null, 'unauthorised'],
    [403, null, 'unauthorised'],
    [404, null, 'missing'],
    [422, null, 'refused'],
    [503, null, 'broken'],
    [null, 'timeout: no answer within 10 s', 'timeout'],
    [null, 'blocked: 10.0.0.1 is not a public address', 'blocked'],
    [null, 'dns: no such host', 'unreachable'],
    [null, null, 'unreachable'],
  ] as const)
    assert.equal(meaningOf({ status, failure }), meaning, `${status} ${failure}`)
})

test('the address bar of the log is read as far as it is understood', () => {
  const none = { kind: undefined, state: undefined, channelId: undefined, subjectId: undefined }
  const nothing = { ...none, period: undefined, everyClient: undefined, webhook: undefined }
  assert.deepEqual(
    readWebhookSearch({ kind: 'fax', state: 7, channelId: 'x', webhook: -1, period: 'toString' }),
    nothing,
  )
  assert.deepEqual(readWebhookSearch({ kind: 'dlr', state: 'failed', channelId: '7', period: 'day', webhook: 9 }), {
    ...nothing,
    kind: 'dlr',
    state: 'failed',
    channelId: 7,
    period: 'day',
    webhook: 9,
  })
  assert.equal(sinceOf('hour', Date.parse('2026-01-02T03:04:05Z')), '2026-01-02T02:04:00.000Z')
  assert.equal(sinceOf(undefined, 0), undefined)
})

test('interfaces come by their names, the most usual first, those of no use to programs not at all', () => {
  const given = ['own-one', 'docs-web', 'soap', 'portal-web', 'v2'].map((adapter) => ({ adapter, instanceId: adapter }))
  assert.deepEqual(
    offered(given).map((each) => nameOf(each)),
    ['REST (v2)', 'SOAP', 'own-one'],
  )
  assert.equal(nameOf({ adapter: 'v2', instanceId: 'rest-eu' }), 'REST (v2) · rest-eu')
})

test('SMPP clients with little room get as much of the system id as fits', () => {
  const systemId = 'a.very.long.name@example.com'
  const values = {
    host: 'sms.example.com',
    port: 2775,
    tlsPort: null,
    systemId,
    password: smppPassword('Abcdefgh12345678'),
  }
  const [kannel, , node] = smppConfigurations(values)
  assert.match(kannel?.code ?? '', /^smsc-username = a\.very\.long\.nam\nsmsc-password = Abcdefgh$/m)
  assert.ok(node?.code.includes(`system_id: '${systemId}'`))
})
