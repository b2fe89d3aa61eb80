import { Agent, request } from 'node:http'

export interface BurstOptions {
  /** Base address of the gateway. */
  readonly http: string
  readonly key: string
  /** Client-chosen ids, one send each. */
  readonly messageIds: readonly string[]
  /** Keep-alive connections. */
  readonly connections: number
  /** Called after each answer with the number of sends accepted so far. */
  readonly onAccepted?: (accepted: number) => void
  /** The recipient of the nth message. */
  readonly to?: (index: number) => string
  /** True to continue after refused or lost connections instead of dropping the rest of the connection's share. */
  readonly persistent?: boolean
}

export interface BurstResult {
  /** Ids answered with 200. */
  readonly accepted: readonly string[]
  /** Other answers by status; 0 counts requests without an answer. */
  readonly refused: ReadonlyMap<number, number>
  /** Bodies of refusals, a few of each status. */
  readonly samples: readonly { readonly status: number; readonly body: string }[]
}

/** Long enough that a refusing gateway is not kept busy with refusals. */
const REFUSAL_PAUSE_MS = 200

/** Sends one message per request over keep-alive connections, as fast as the gateway answers. */
export async function sendBurst(options: BurstOptions): Promise<BurstResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const accepted: string[] = []
  const refused = new Map<number, number>()
  const samples: { status: number; body: string }[] = []
  let next = 0
  async function client(): Promise<void> {
    while (next < options.messageIds.length) {
      const index = next
      next += 1
      const messageId = options.messageIds[index] as string
      const { status, body } = await send(agent, options, index, messageId)
      if (status === 200) {
        accepted.push(messageId)
        options.onAccepted?.(accepted.length)
        continue
      }
      refused.set(status, (refused.get(status) ?? 0) + 1)
      if (status !== 0 && samples.length < 20) samples.push({ status, body })
      if (status === 0 && !options.persistent) return
      await new Promise((resolve) => setTimeout(resolve, REFUSAL_PAUSE_MS))
    }
  }
  await Promise.all(Array.from({ length: options.connections }, client))
  agent.destroy()
  return { accepted, refused, samples }
}

function send(
  agent: Agent,
  { http, key, to = defaultRecipient }: BurstOptions,
  index: number,
  messageId: string,
): Promise<{ status: number; body: string }> {
  const body = JSON.stringify({ messages: [{ destinations: [{ to: to(index), messageId }], text: `burst ${index}` }] })
  const headers = { authorization: `App ${key}`, 'content-type': 'application/json', 'content-length': body.length }
  return new Promise((resolve) => {
    const call = request(`${http}/sms/2/messages`, { agent, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      response.on('error', () => resolve({ status: 0, body: '' }))
    })
    call.on('error', () => resolve({ status: 0, body: '' }))
    call.end(body)
  })
}

function defaultRecipient(index: number): string {
  return `2782${String(1_000_000 + (index % 800_000)).slice(-7)}`.replace(/9\d\d$/, '100')
}
