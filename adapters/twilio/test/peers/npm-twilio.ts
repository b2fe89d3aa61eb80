import { createRequire } from 'node:module'
import type { Twilio } from 'twilio'
import { codeBlock } from './readme-block.ts'
import type { Order, Outcome, Peer } from './steps.ts'

const require = createRequire(import.meta.url)

/** A client as the README has users make it. */
export async function clientOf({ account, key, url }: Pick<Order, 'account' | 'key' | 'url'>): Promise<Twilio> {
  const module: { exports?: Twilio } = {}
  const env = { SMS_URL: url, TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: key }
  new Function('require', 'module', 'process', await codeBlock('js'))(require, module, { env })
  return module.exports as Twilio
}

/** The npm package `twilio`. */
export const npmTwilio: Peer = async (order, delivered) => {
  const { account, from, optedOut, sendAt, to, url } = order
  const { messages } = await clientOf(order)
  const stranger = await clientOf({ account, url, key: 'x'.repeat(40) })
  const first = await messages.create({ to, from, body: 'First' })
  const second = await messages.create({ to, from, body: 'Second' })
  await delivered()
  const read = await messages(first.sid).fetch()
  const listed = await messages.list({ pageSize: 1 })
  const redacted = await messages(first.sid).update({ body: '' })
  const isDeleted = await messages(second.sid).remove()
  const gone = await numberOf(messages(second.sid).fetch())
  const later = await messages.create({ to, from, body: 'Later', scheduleType: 'fixed', sendAt: new Date(sendAt) })
  const canceled = await messages(later.sid).update({ status: 'canceled' })
  return {
    send: [first.status, first.to, first.from],
    read: [read.status, read.body],
    'list in pages of one': listed.map(({ body }) => body),
    redact: [redacted.body, redacted.status, redacted.numSegments],
    delete: String(isDeleted),
    'read what is deleted': gone,
    cancel: [later.status, canceled.status],
    'a wrong key': await numberOf(stranger.messages.create({ to, from, body: 'x' })),
    'a bad number': await numberOf(messages.create({ to: '+12', from, body: 'x' })),
    'an opted-out recipient': await numberOf(messages.create({ to: optedOut, from, body: 'x' })),
    'a foreign sender': await numberOf(messages.create({ to, from: '+15005550006', body: 'x' })),
  }
}

/** The number of the error that a call ends in. */
async function numberOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    await call
    return 'no error'
  } catch (error) {
    const { code, status, moreInfo } = error as { code?: number; status?: number; moreInfo?: string }
    return [code ?? 0, status ?? 0, moreInfo ?? '']
  }
}
