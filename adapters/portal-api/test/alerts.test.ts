import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type AlertNotice,
  type AlertNotices,
  MailError,
  type MailMessage,
  OutboundError,
  type OutboundRequest,
} from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { alertMailText } from '../src/alerts/alert-texts.ts'
import { tellAlerts } from '../src/alerts/tell-alerts.ts'
import { shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

const DRAFT = { kind: 'credit-amount', limit: 100, email: 'desk@acme.example', url: null, language: 'fr', isOn: true }

describe('alerts', () => {
  test('are set, changed and removed, and their history stays', async () => {
    await withCallers(async ({ ask, kit: { account, world } }) => {
      const { sql } = world.node.engine
      const added = (await ask('admin', 'POST', '/alerts', DRAFT)).json
      const { alertId } = added
      assert.deepEqual(added, { ...DRAFT, alertId, raisedAt: null, value: null })
      await sql`update alert set raised_at = now(), value = 99.5 where alert_id = ${alertId}::bigint`
      await sql`
        insert into alert_event (alert_id, client_id, kind, limit_value, value, began_at)
        values (${alertId}, ${account.clientId}, ${DRAFT.kind}, ${DRAFT.limit}, 99.5, now())`
      const { kind, ...settings } = DRAFT
      const changed = (await ask('admin', 'PUT', `/alerts/${alertId}`, { ...settings, limit: 50 })).json
      assert.deepEqual([changed.limit, typeof changed.raisedAt, changed.value], [50, 'string', 99.5])
      await sql`update alert set raised_at = null where alert_id = ${alertId}::bigint`
      await sql`update alert_event set ended_at = now() where alert_id = ${alertId}::bigint`
      const { records, hasMail } = (await ask('operator', 'GET', `/alerts?client=${account.clientId}`)).json
      assert.deepEqual([records.length, records[0].raisedAt, hasMail], [1, null, true])
      assert.equal((await ask('admin', 'DELETE', `/alerts/${alertId}`)).status, 204)
      const [event, ...more] = (await ask('admin', 'GET', '/alerts/events')).json.records
      assert.deepEqual(
        [event.kind, event.limit, event.value, typeof event.endedAt, more],
        [kind, 100, 99.5, 'string', []],
      )
      assert.deepEqual((await ask('stranger', 'GET', '/alerts/events')).json.records, [])
    })
  })

  test('of links are for operators, and what cannot be saved is reported by field', async () => {
    await withCallers(async ({ ask }) => {
      assert.equal((await ask('admin', 'POST', '/alerts', { ...DRAFT, kind: 'link-down' })).status, 403)
      assert.equal((await ask('operator', 'POST', '/alerts', { ...DRAFT, kind: 'link-down' })).status, 200)
      const { status, json } = await ask('admin', 'POST', '/alerts', { ...DRAFT, limit: 0, email: 'nobody' })
      assert.deepEqual([status, Object.keys(json.details).sort()], [400, ['email', 'limit']])
    })
  })
})

const NOTICE: AlertNotice = {
  noticeId: 7,
  clientId: 1001,
  phase: 'begin',
  medium: 'mail',
  target: 'desk@acme.example',
  language: 'en',
  currency: 'ZAR',
  event: {
    eventId: 5,
    alertId: 3,
    kind: 'credit-amount',
    limit: 100,
    value: 99.5,
    subject: null,
    problem: null,
    beganAt: new Date('2026-01-02T03:04:05Z'),
    endedAt: null,
  },
}

describe('a notice', () => {
  /** Gives out the notices once, and resolves with how each was settled. */
  async function tell(notices: readonly AlertNotice[], fails?: Error, status = 204) {
    const mails: MailMessage[] = []
    const calls: { readonly url: string; readonly body: unknown }[] = []
    const settled: unknown[] = []
    let left = notices
    const service: AlertNotices = {
      async take() {
        const taken = left
        left = []
        return taken
      },
      async settle(noticeId, outcome) {
        settled.push([noticeId, outcome])
      },
    }
    const options = {
      notices: service,
      mail: {
        async send(mail: MailMessage) {
          if (fails) throw fails
          mails.push(mail)
        },
      },
      http: {
        async request({ url, body }: OutboundRequest) {
          if (fails) throw fails
          calls.push({ url, body: JSON.parse(String(body)) })
          return { status, headers: {}, body: '', octets: new Uint8Array(), elapsedMs: 1 }
        },
      },
      clock: createManualClock(),
      publicUrl: () => 'https://sms.example',
      product: 'Acme SMS',
    }
    await tellAlerts(options, new AbortController().signal)
    return { mails, calls, settled }
  }

  test('goes by mail, with a key by which a repetition is known', async () => {
    const { mails, settled } = await tell([NOTICE])
    assert.deepEqual(settled, [[7, 'sent']])
    const [{ to, subject, text, idempotencyKey } = {} as MailMessage] = mails
    assert.deepEqual(
      [to, subject, idempotencyKey],
      ['desk@acme.example', 'Credit is below ZAR\u00a0100.00 · Acme SMS', 'alert:5:begin:7'],
    )
    assert.match(
      text,
      /ZAR\u00a099\.50\n.*2 Jan|Jan 2, 2026.*\n\nAlerts are set at https:\/\/sms\.example\/portal\/alerts\n$/s,
    )
  })

  test('calls a URL with what has happened', async () => {
    const { calls, settled } = await tell([{ ...NOTICE, medium: 'webhook', target: 'https://acme.example/alerts' }])
    assert.deepEqual(settled, [[7, 'sent']])
    const [{ url, body } = { url: '', body: {} }] = calls
    assert.equal(url, 'https://acme.example/alerts')
    const { type, phase, kind, limit, value, clientId, beganAt } = body as Record<string, unknown>
    assert.deepEqual([type, phase, kind, limit, value, clientId], ['alert', 'begin', 'credit-amount', 100, 99.5, 1001])
    assert.equal(beganAt, '2026-01-02T03:04:05.000Z')
  })

  for (const [name, notice, error, status, outcome] of [
    ['a relay that is away', NOTICE, new MailError('temporary', 'away'), 204, { problem: 'away', isFinal: false }],
    ['an invalid address', NOTICE, new MailError('permanent', 'no'), 204, { problem: 'no', isFinal: true }],
    ['a URL that fails', { ...NOTICE, medium: 'webhook' }, undefined, 500, { problem: 'answered 500', isFinal: false }],
    [
      'a URL that must not be called',
      { ...NOTICE, medium: 'webhook' },
      new OutboundError('blocked', 'blocked'),
      204,
      { problem: 'blocked', isFinal: true },
    ],
  ] as const)
    test(`to ${name}`, async () => {
      assert.deepEqual((await tell([notice as AlertNotice], error, status)).settled, [[7, outcome]])
    })

  for (const [language, kind, limit, value, subject] of [
    ['en', 'delivery-rate', 0.9, 0.5, 'Fewer than 90% of messages are delivered'],
    ['en-GB', 'link-down', 5, 6, 'A network link has been down for 5 minutes'],
    ['xx', 'webhooks-failing', 0.25, 1, 'More than 25% of webhooks fail'],
    ['fr', 'credit-days', 7, 6.5, 'Le crédit suffit pour moins de 7 jours'],
    ['fr', 'opt-out-rate', 0.05, 0.1, 'Plus de désabonnements que 5\u00a0% des messages distribués'],
  ] as const)
    test(`of ${kind} in ${language}`, () => {
      const event = { ...NOTICE.event, kind, limit, value }
      assert.equal(alertMailText({ ...NOTICE, event, language }, 'x').subject.replace('\u202f', '\u00a0'), subject)
    })

  test('of the end says so, and how long it was', () => {
    const event = { ...NOTICE.event, endedAt: new Date('2026-01-02T04:00:00Z') }
    const { subject, text } = alertMailText({ ...NOTICE, phase: 'end', event }, 'x')
    assert.equal(subject, 'Over: Credit is below ZAR\u00a0100.00')
    assert.match(text, /From .* to /)
  })
})
