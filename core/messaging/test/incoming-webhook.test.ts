import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { incomingGetUrl, incomingJsonBody, incomingSoapRequest, subscriptionJsonBody } from '../src/index.ts'

const facts = {
  incomingId: 1042,
  from: '27831234567',
  to: '27820001111',
  text: 'RÜCKRUF bitte & danke?',
  receivedAt: new Date('2026-01-31T08:15:00.987Z'),
}
const sentAt = new Date('2026-01-31T08:15:01.000Z')
/** Made in another language, from the text between two keys, in Base64. */
const WRAPPED = 'azN5UsOcQ0tSVUYgYml0dGUgJiBkYW5rZT9rM3k='

describe('the GET handler', () => {
  // spec: Incoming SMS webhook | parameter | GET: securitykey ; GET: incomingsmsid ; GET: timestamp, Unix time in seconds ; GET: sender ; GET: recipient
  // spec: Outbound webhook kinds | rule | INCOMING by GET and SOAP carries the security key, around the text in Base64
  // spec: Incoming SMS webhook | parameter | GET: msg, Base64 of key, message, key ; GET: message, plain text
  it('is called with every parameter, in the order of the specification', () => {
    const url = new URL(incomingGetUrl('https://client.example/in', facts, 'k3y'))
    assert.deepEqual(
      [...url.searchParams],
      [
        ['securitykey', 'k3y'],
        ['incomingsmsid', '1042'],
        ['timestamp', '1769847300'],
        ['sender', '27831234567'],
        ['recipient', '27820001111'],
        ['msg', WRAPPED],
        ['message', 'RÜCKRUF bitte & danke?'],
      ],
    )
  })

  const rows: readonly (readonly [string, string])[] = [
    ['https://client.example', 'https://client.example?securitykey='],
    ['https://client.example/', 'https://client.example/?securitykey='],
    ['https://client.example/in?', 'https://client.example/in?securitykey='],
    ['https://client.example/in?a=1', 'https://client.example/in?a=1&securitykey='],
    ['https://client.example/in?a=1&', 'https://client.example/in?a=1&securitykey='],
    ['https://client.example/in?a=%20+b', 'https://client.example/in?a=%20+b&securitykey='],
    ['https://client.example/in?a=1#part', 'https://client.example/in?a=1&securitykey='],
    ['https://client.example/#/in', 'https://client.example/?securitykey='],
  ]
  for (const [url, start] of rows) {
    it(`at ${url} keeps the query there is`, () => {
      const called = incomingGetUrl(url, facts, 'k')
      assert.ok(called.startsWith(`${start}k&incomingsmsid=1042&`), called)
      assert.ok(!called.includes('#'))
    })
  }

  it('writes what a query cannot carry so that every server reads the same', () => {
    const text = 'a+b c%20d=e&f#g\n😀é"<>'
    const called = incomingGetUrl('https://client.example/in', { ...facts, text }, 'k+ &')
    assert.equal(new URL(called).searchParams.get('message'), text)
    assert.equal(new URL(called).searchParams.get('securitykey'), 'k+ &')
    assert.match(called, /^[\x21-\x7e]+$/)
  })
})

describe('the SOAP handler', () => {
  // spec: Incoming SMS webhook | rule | SOAP 1.2 request, element incomingsms in its namespace
  // spec: Incoming SMS webhook | field | SOAP: incomingsmsid ; SOAP: timestamp ; SOAP: sender ; SOAP: msg ; SOAP: securitykey
  it('gets an envelope of SOAP 1.2 with the children in their order', () => {
    assert.deepEqual(incomingSoapRequest(facts, 'k3y', 'urn:heliograph:incoming'), {
      headers: { 'Content-Type': 'application/soap+xml; charset=utf-8; action="urn:heliograph:incoming:incomingsms"' },
      body:
        '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body>' +
        '<incomingsms xmlns="urn:heliograph:incoming"><incomingsmsid>1042</incomingsmsid><timestamp>1769847300</timestamp>' +
        `<sender>27831234567</sender><msg>${WRAPPED}</msg><securitykey>k3y</securitykey></incomingsms></soap:Body></soap:Envelope>`,
    })
  })

  const actions: readonly (readonly [string, string])[] = [
    ['https://client.example/sms', 'https://client.example/sms/incomingsms'],
    ['https://client.example/sms/', 'https://client.example/sms/incomingsms'],
    ['urn:a', 'urn:a:incomingsms'],
  ]
  for (const [namespace, action] of actions) {
    it(`names the action ${action}`, () => {
      const { headers } = incomingSoapRequest(facts, 'k', namespace)
      assert.equal(headers['Content-Type'], `application/soap+xml; charset=utf-8; action="${action}"`)
    })
  }

  it('escapes what XML gives a meaning, and replaces what it cannot carry', () => {
    const { body } = incomingSoapRequest({ ...facts, from: 'A&B <x>\u0001' }, 'a<b"&', 'urn:a"b')
    assert.ok(body.includes('<sender>A&#38;B &#60;x&#62;\ufffd</sender>'), body)
    assert.ok(body.includes('<securitykey>a&#60;b&#34;&#38;</securitykey>'), body)
    assert.ok(body.includes('xmlns="urn:a&#34;b"'), body)
  })
})

describe('the JSON bodies', () => {
  // spec: Outbound webhook kinds | event | INCOMING: an SMS on the channel, payload of the JSON handler
  it('of an incoming SMS', () => {
    assert.equal(
      incomingJsonBody(facts, 1001, sentAt),
      '{"type":"incoming_sms","timestamp":"2026-01-31T08:15:01.000Z","data":{"messageId":"1042","from":"27831234567","to":"27820001111",' +
        '"message":"RÜCKRUF bitte & danke?","receivedAt":"2026-01-31T08:15:00.987Z","clientId":1001}}',
    )
  })

  // spec: Opt-out webhook | field | type is opt_out ; timestamp in ISO 8601 UTC ; data.from ; data.to ; data.message ; data.keyword ; data.messageId
  // spec: Opt-out webhook | field | data.receivedAt in ISO 8601 UTC ; data.clientId
  it('of an opt-out', () => {
    assert.equal(
      subscriptionJsonBody('opt_out', { ...facts, text: 'please stop' }, 'STOP', 1001, sentAt),
      '{"type":"opt_out","timestamp":"2026-01-31T08:15:01.000Z","data":{"from":"27831234567","to":"27820001111","message":"please stop",' +
        '"keyword":"STOP","messageId":"1042","receivedAt":"2026-01-31T08:15:00.987Z","clientId":1001}}',
    )
  })

  // spec: Opt-out webhook | rule | the opt-in webhook: as opt-out, type opt_in, keyword JOIN
  it('of an opt-in', () => {
    assert.equal(
      subscriptionJsonBody('opt_in', { ...facts, text: 'Join!' }, 'JOIN', 1001, sentAt),
      '{"type":"opt_in","timestamp":"2026-01-31T08:15:01.000Z","data":{"from":"27831234567","to":"27820001111","message":"Join!",' +
        '"keyword":"JOIN","messageId":"1042","receivedAt":"2026-01-31T08:15:00.987Z","clientId":1001}}',
    )
  })
})
