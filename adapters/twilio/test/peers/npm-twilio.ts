import { createRequire } from 'node:module'
import twilio, { type Twilio } from 'twilio'
import type { Call, Order, Outcome, Program, SignedCall } from './program.ts'
import { codeBlock } from './readme-block.ts'

const require = createRequire(import.meta.url)

/** The npm package `twilio`. */
export async function openNpmTwilio(): Promise<Program> {
  const code = await codeBlock('js')
  return {
    async run(order) {
      try {
        return await CALLS[order.call](clientOf(order, code), order)
      } catch (error) {
        const { code: number } = error as { readonly code?: number }
        return { error: `${(error as Error).constructor.name} ${number}` }
      }
    },
    close: async () => undefined,
  }
}

/** A client as the README has users make it. */
function clientOf({ account, key, url }: Order, code: string): Twilio {
  const module: { exports?: Twilio } = {}
  const env = { SMS_URL: url, TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: key }
  new Function('require', 'module', 'process', code)(require, module, { env })
  return module.exports as Twilio
}

const CALLS: Readonly<Record<Call, (client: Twilio, order: Order) => Promise<Outcome>>> = {
  async send({ messages }, { body, from, sendAt, statusCallback, to }) {
    const schedule = sendAt === undefined ? {} : { scheduleType: 'fixed' as const, sendAt: new Date(sendAt) }
    const callback = statusCallback === undefined ? {} : { statusCallback }
    return shown(await messages.create({ to, from, body, ...schedule, ...callback }))
  },
  read: async ({ messages }, { sid = '' }) => shown(await messages(sid).fetch()),
  async list({ messages }) {
    return { bodies: (await messages.list({ pageSize: 1 })).map(({ body }) => body) }
  },
  redact: async ({ messages }, { sid = '' }) => shown(await messages(sid).update({ body: '' })),
  cancel: async ({ messages }, { sid = '' }) => shown(await messages(sid).update({ status: 'canceled' })),
  async delete({ messages }, { sid = '' }) {
    return { status: (await messages(sid).remove()) ? 'deleted' : 'kept' }
  },
  async check(_, { signed }) {
    const { fields, key, signature, url } = signed as SignedCall
    return { isGenuine: twilio.validateRequest(key, signature, url, fields) }
  },
  async answer(_, { body }) {
    const response = new twilio.twiml.MessagingResponse()
    response.message(body)
    return { twiml: response.toString() }
  },
}

type Message = Awaited<ReturnType<Twilio['messages']['create']>>

function shown({ body, numSegments, sid, status }: Message): Outcome {
  return { sid, status, body, segments: numSegments }
}
