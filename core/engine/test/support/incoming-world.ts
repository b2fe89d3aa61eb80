import {
  type ChannelChange,
  type HttpClient,
  type NetworkIncoming,
  OutboundError,
  type OutgoingMessage,
} from '@heliograph/contracts'
import type { Sql } from '../../src/database/database.ts'
import { type Harness, type HarnessOptions, startEngine } from './engine-harness.ts'
import { carrierOf, FakeLink } from './fake-carrier.ts'

/** A webhook that was stored. */
export interface StoredWebhook {
  readonly kind: string
  readonly url: string
  readonly form: string | null
  readonly reply_kind: string | null
  readonly body: string
}

/** A message that was accepted. */
export interface SentMessage {
  readonly origin: string
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly priority: number
  readonly message_id: string | null
  readonly user_id: number
  readonly price: string
  readonly receipt_webhook: boolean
}

/** An engine with a carrier that SMS arrive from. */
export interface IncomingWorld extends Harness {
  readonly link: FakeLink
  /** What has been handed to the link. */
  readonly handed: readonly OutgoingMessage[]
  readonly channelId: number
  readonly channel: string
  /** A sender that no test has used. */
  sender(): string
  set(change: Omit<ChannelChange, 'channelId'>): Promise<void>
  /** Receives an SMS and waits until all that it sets off is done. Resolves with its id. */
  receive(from: string, text: string, change?: Partial<NetworkIncoming>): Promise<number>
  /** Resolves when everything stored so far has been worked on. */
  worked(): Promise<void>
  webhooksOf(incomingId: number): Promise<readonly StoredWebhook[]>
  /** Messages to a number, oldest first. */
  sentTo(mobile: string): Promise<readonly SentMessage[]>
  statusOf(mobile: string): Promise<{ readonly status: number; readonly description: string } | undefined>
  /** Descriptions of the audit rows of a contact, oldest first. */
  auditOf(mobile: string): Promise<readonly string[]>
  /** Notes what a webhook's first outcome says to the contact, and waits until that is worked on. */
  reply(incomingId: number, kind: 'auto' | 'confirmation', text: string | null): Promise<void>
}

/** Adds an answer to the work of an incoming SMS, as the first outcome of a webhook does. */
export async function addReply(sql: Sql, incomingId: number, step: 'auto-reply' | 'confirm', text: string | null) {
  await sql`
    insert into incoming_work (incoming_id, steps, reply) values (${incomingId}, array[${step}], ${text})
    on conflict (incoming_id) do update set
      steps = incoming_work.steps || excluded.steps, reply = excluded.reply,
      due_at = least(incoming_work.due_at, excluded.due_at)`
}

/** Receivers that do not answer until they are let go, so that the test decides the outcomes of webhooks. */
function createSilentHttp(): HttpClient & { letGo(): void } {
  const end = new AbortController()
  return {
    letGo: () => end.abort(),
    request: () =>
      new Promise((_, reject) => {
        const fail = () => reject(new OutboundError('aborted', 'The test is over'))
        if (end.signal.aborted) fail()
        else end.signal.addEventListener('abort', fail)
      }),
  }
}

/** Without `http` no webhook is ever answered. */
export async function startIncomingWorld(options: HarnessOptions = {}): Promise<IncomingWorld> {
  const link = new FakeLink()
  const silent = createSilentHttp()
  const carriers = new Map([['net', carrierOf(link)]])
  const harness = await startEngine({ carriers, credit: '1000', http: silent, ...options })
  const { sql, network, provisioning } = harness.engine
  const clientId = harness.principal.clientId
  const [row] = await sql<{ channel_id: number; address: string }[]>`
    select channel_id, address from channel where client_id = ${clientId}`
  const { channel_id: channelId, address: channel } = row as { channel_id: number; address: string }
  let serial = 0

  async function worked(): Promise<void> {
    await harness.until(async () => {
      const [left] = await sql<{ work: number }[]>`select count(*) as work from incoming_work`
      return left?.work === 0
    }, 'incoming SMS are worked on')
  }

  return {
    ...harness,
    close() {
      silent.letGo()
      return harness.close()
    },
    link,
    handed: link.submitted,
    channelId,
    channel,
    worked,
    sender() {
      serial += 1
      return `2784${String(serial).padStart(7, '0')}`
    },
    async set(change) {
      await provisioning.setChannel({ channelId, ...change })
    },
    async receive(from, text, change = {}) {
      const { incomingId } = await network.incoming({
        carrier: 'net',
        link: 'main',
        from,
        to: channel,
        text,
        encoding: 'gsm',
        mayBeRepeated: false,
        receivedAt: new Date(),
        ...change,
      })
      await worked()
      return incomingId as number
    },
    webhooksOf: async (incomingId) => sql<StoredWebhook[]>`
      select kind, url, form, reply_kind, body from webhook
      where subject_id = ${incomingId} and kind <> 'dlr' order by webhook_id`,
    sentTo: async (mobile) => sql<SentMessage[]>`
      select origin, sender, recipient, body, priority, message_id, user_id, price, receipt_webhook from message
      where recipient = ${mobile} order by sms_id`,
    async statusOf(mobile) {
      const [contact] = await sql<{ status: number; description: string }[]>`
        select status, status_description as description from contact
        where client_id = ${clientId} and mobile = ${mobile}`
      return contact
    },
    async auditOf(mobile) {
      const rows = await sql<{ description: string }[]>`
        select status_description as description from contact_audit
        where client_id = ${clientId} and mobile = ${mobile} order by audit_id`
      return rows.map(({ description }) => description)
    },
    async reply(incomingId, kind, text) {
      await addReply(sql, incomingId, kind === 'auto' ? 'auto-reply' : 'confirm', text)
      await sql`select pg_notify('heliograph', 'incoming')`
      await worked()
    },
  }
}

/** The settings of a channel for which nothing was set. */
export const PLAIN_CHANNEL = {
  enabled: true,
  incomingUrl: null,
  incomingHandler: 'json',
  optOutUrl: null,
  optInUrl: null,
  autoResponse: null,
  forwardMobile: null,
  blacklistResponse: null,
  whitelistResponse: null,
  outgoingNumber: null,
} satisfies Omit<ChannelChange, 'channelId'>

/** The texts sent to a number, each with its origin. */
export async function textsTo(world: IncomingWorld, mobile: string): Promise<readonly string[]> {
  return (await world.sentTo(mobile)).map(({ origin, body }) => `${origin}: ${body}`)
}

/** The webhooks about an incoming SMS, each with the kind of answer that its contact gets. */
export async function kindsOf(world: IncomingWorld, incomingId: number): Promise<readonly string[]> {
  return (await world.webhooksOf(incomingId)).map(({ kind, reply_kind: reply }) => `${kind} ${reply}`)
}
