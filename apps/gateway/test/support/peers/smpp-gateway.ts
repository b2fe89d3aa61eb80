import assert from 'node:assert/strict'
import { type GatewayProcess, type Reply, until } from '../gateway-process.ts'
import { WAIT_LIMIT_MS } from './arrivals.ts'

/** A gateway with an SMPP server and a simulated network. */
export interface SmppGateway {
  readonly smppPort: number
  readonly process: GatewayProcess
  /**
   * Resolves with the messages that the simulated network received for this number, once it has taken `count` of them.
   */
  sentTo(to: string, count?: number): Promise<readonly SentMessage[]>
  /** Resolves with all messages that the simulated network received. */
  sent(): Promise<readonly SentMessage[]>
  /** Sends an SMS from a subscriber, through the simulated network. */
  receive(message: { readonly from: string; readonly to: string; readonly text: string }): Promise<void>
  /** Sends a request to the JSON interface. */
  v2(path: string, request: { readonly key: string; readonly body?: unknown }): Promise<Reply>
  /** Sends SIGTERM; rejects when the gateway does not end cleanly. */
  stop(): Promise<void>
  /** Sends SIGKILL, unless the gateway has ended. */
  kill(): Promise<void>
}

export interface SentMessage {
  readonly event: string
  readonly smsId: number
  readonly from: string
  readonly to: string
  readonly text: string
  readonly encoding: string
  readonly parts: number
  readonly flash: boolean
  readonly networkIds: readonly string[]
}

export function openSmppGateway(gateway: GatewayProcess): SmppGateway {
  const smppPort = gateway.instances.smpp?.port
  assert.ok(smppPort !== undefined, 'no SMPP listener')
  let isEnded = false
  gateway.ended.then(() => {
    isEnded = true
  })
  const sent = async () => {
    const response = await gateway.askAdmin('/instances/simulator/sent?limit=100000')
    assert.equal(response.status, 200)
    return ((await response.json()) as { sent: readonly SentMessage[] }).sent
  }
  return {
    smppPort,
    process: gateway,
    sent,
    sentTo: (to, count = 1) =>
      until(
        async () => (await sent()).filter((message) => message.to === to && message.event === 'taken'),
        (messages) => messages.length >= count,
        WAIT_LIMIT_MS,
      ),
    async receive(message) {
      const response = await gateway.askAdmin('/instances/simulator/incoming', {
        method: 'POST',
        body: JSON.stringify(message),
      })
      const answer = (await response.json()) as { channelId: number | null }
      assert.equal(response.status, 200, JSON.stringify(answer))
      assert.notEqual(answer.channelId, null)
    },
    v2: (path, request) => gateway.request(path, request),
    async stop() {
      const { code, stderr } = await gateway.stop()
      assert.equal(code, 0, stderr.slice(-4_000))
    },
    async kill() {
      if (!isEnded) await gateway.kill().catch(() => {})
    },
  }
}
