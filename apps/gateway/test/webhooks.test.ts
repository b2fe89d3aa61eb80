import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { WebhookDetails, WebhookRecord, WebhookRequest } from '@heliograph/contracts'
import { startWebhookReceiver, type WebhookReceiver } from '@heliograph/testkit'
import { runHere, runJsonHere } from './support/cli-here.ts'
import {
  type GatewayProcess,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'

// The commands for webhooks, with a gateway that sends them.

interface Listed {
  readonly webhooks: readonly WebhookRecord[]
  readonly next: number | null
}

describe('webhooks', () => {
  let folder: TestDataDir
  let gateway: GatewayProcess
  let receiver: WebhookReceiver
  let key = ''
  before(async () => {
    folder = await makeUsedDataDir()
    receiver = await startWebhookReceiver()
    gateway = await startGateway({ dataDir: folder.path })
    key = /API key, shown this once: (\w+)/.exec(gateway.output.stdout)?.[1] ?? ''
    await heliograph('channel', 'set', '--channel', '1001', '--dlr-url', receiver.url)
  })
  after(async () => {
    await gateway?.stop()
    await receiver?.close()
    await folder?.remove()
  })

  const heliograph = <T = Record<string, unknown>>(...args: readonly string[]): Promise<T> =>
    runJsonHere<T>([...args, '--data-dir', folder.path])
  const lines = async (...args: readonly string[]) =>
    (await runHere([...args, '--data-dir', folder.path])).stdout.split('\n')
  const list = (...args: readonly string[]) => heliograph<Listed>('webhooks', 'list', ...args)

  /** Sends a message; resolves with its final webhook once it is in this state. */
  async function sent(state: string): Promise<WebhookRecord> {
    const { smsId } = await heliograph<{ smsId: number }>(
      'send',
      '--key',
      key,
      '--to',
      '27821234567',
      '--text',
      'Hello',
    )
    const listed = await until(
      () => list('--subject', String(smsId), '--state', state),
      ({ webhooks }) => webhooks.length > 0,
    )
    return listed.webhooks[0] as WebhookRecord
  }

  test('one that failed is listed, shown and sent again by its number', async () => {
    receiver.always({ status: 410, body: 'gone' })
    const { webhookId, url } = await sent('failed')
    const shown = await heliograph<WebhookDetails>('webhooks', 'show', String(webhookId))
    assert.deepEqual([shown.url, shown.log.at(-1)?.status, shown.log.at(-1)?.reply], [url, 410, 'gone'])
    const text = await lines('webhooks', 'show', String(webhookId))
    assert.match(text[0] ?? '', /^Webhook \d+ \(dlr \d+\) of channel 1001, client \d+: failed$/)
    assert.ok(text.some((line) => /attempt 1: HTTP 410 after \d+ ms$/.test(line)))
    receiver.always({ status: 204 })
    assert.deepEqual(await heliograph('webhooks', 'resend', String(webhookId)), { resent: 1 })
    await until(
      () => heliograph<WebhookDetails>('webhooks', 'show', String(webhookId)),
      ({ state }) => state === 'delivered',
    )
  })

  test('all that failed since a time are sent again', async () => {
    receiver.always({ status: 410 })
    const failed = [await sent('failed'), await sent('failed')]
    receiver.always({ status: 204 })
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const { resent } = await heliograph<{ resent: number }>('webhooks', 'resend', '--failed-since', since)
    assert.ok(resent >= failed.length)
    await until(
      () => list('--state', 'failed'),
      ({ webhooks }) => webhooks.length === 0,
    )
    assert.deepEqual(await heliograph('webhooks', 'resend', '--failed-since', since), { resent: 0 })
    const table = await lines('webhooks', 'list', '--limit', '1')
    assert.match(table[0] ?? '', /^webhook +created +channel +kind +subject +state +attempts +url$/)
    assert.match(table[2] ?? '', /^There may be more: --before \d+$/)
  })

  test('a URL is tried out: what was sent and answered', async () => {
    receiver.always({ status: 401, body: 'who are you?' })
    const test = await heliograph<{ request: WebhookRequest; answer: { status: number; reply: string } }>(
      'webhooks',
      'test',
      '--channel',
      '1001',
      '--kind',
      'dlr',
    )
    assert.deepEqual([test.answer.status, test.answer.reply], [401, 'who are you?'])
    assert.match(String(test.request.headers['X-Signature']), /^sha256=[0-9a-f]{64}$/)
    const text = await lines('webhooks', 'test', '--channel', '1001', '--kind', 'dlr')
    assert.match(text[0] ?? '', /^ {2}POST http:\/\/127\.0\.0\.1:\d+$/)
    assert.match(text.at(-3) ?? '', /^HTTP 401 after \d+ ms$/)
  })

  const WRONG: readonly (readonly [code: string, args: readonly string[]])[] = [
    ['usage', ['resend']],
    ['usage', ['resend', '1', '--failed-since', '2026-01-31']],
    ['usage', ['resend', 'x']],
    ['usage', ['list', '--state', 'lost']],
    ['webhook-not-found', ['show', '999999999']],
    ['no-webhook-url', ['test', '--channel', '1001', '--kind', 'opt-in']],
    ['channel-not-found', ['test', '--channel', '999', '--kind', 'dlr']],
  ]
  for (const [expected, args] of WRONG) {
    test(`refused, ${expected}: ${args.join(' ')}`, async () => {
      const { code, stderr } = await runHere(['webhooks', ...args, '--json', '--data-dir', folder.path])
      assert.deepEqual([code, JSON.parse(stderr).error.code], [1, expected])
    })
  }
})
