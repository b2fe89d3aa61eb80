import { setTimeout as delay } from 'node:timers/promises'
import { until } from './gateway-process.ts'

export interface LoadOptions {
  readonly nodes: readonly { readonly http: string; readonly admin: string }[]
  /** An API key. */
  readonly key: string
}

const LOOK_MS = 300
/** So often in a row a node has to be unfit: while a link goes from one to the other, neither has it for a moment. */
const FALL = 4
const PAUSE_MS = 20
const SENDERS = 2

/** Clients behind a load balancer that asks each node whether it is ready, as haproxy does. */
export function startLoad({ nodes, key }: LoadOptions) {
  let isStopped = false
  let accepted = 0
  let sent = 0
  const failures: string[] = []
  const ready = new Set<string>()
  const missed = new Map<string, number>()
  /** Why the others are not, by node. */
  const reasons = new Map<string, string>()

  async function look(): Promise<void> {
    while (!isStopped) {
      for (const { http, admin } of nodes) {
        const answer = await fetch(`${admin}/readyz`).then(
          async (response) => ({ isReady: response.status === 200, text: await response.text() }),
          (error: Error) => ({ isReady: false, text: `${error.message} ${error.cause}` }),
        )
        const misses = answer.isReady ? 0 : (missed.get(http) ?? 0) + 1
        missed.set(http, misses)
        if (answer.isReady) ready.add(http)
        else if (misses >= FALL) ready.delete(http)
        reasons.set(http, answer.text)
      }
      await delay(LOOK_MS)
    }
  }

  async function send(): Promise<void> {
    while (!isStopped) {
      await delay(PAUSE_MS)
      const [...there] = ready
      const node = there[sent % there.length]
      if (node === undefined) {
        if (sent > 0) failures.push(`no node is ready: ${[...reasons.values()].join(', ')}`)
        continue
      }
      sent += 1
      // The simulated network delivers to these at once.
      const destinations = [{ to: `278${String(sent).padStart(5, '0')}100` }]
      const body = JSON.stringify({ messages: [{ destinations, text: 'Hello' }] })
      const headers = { authorization: `App ${key}`, 'content-type': 'application/json' }
      const failure = await fetch(`${node}/sms/2/messages`, { method: 'POST', headers, body }).then(
        async (answer) => (answer.ok ? void (await answer.arrayBuffer()) : `${answer.status} ${await answer.text()}`),
        (error: Error) => `${node}: ${error.message} ${error.cause}`,
      )
      if (failure === undefined) accepted += 1
      else failures.push(failure)
    }
  }

  const working = Promise.all([look(), ...Array.from({ length: SENDERS }, send)])
  return {
    /** Resolves once so many more messages have been accepted, or a request has failed. */
    async untilAccepted(more: number): Promise<void> {
      const enough = accepted + more
      await until(
        async () => accepted,
        (count) => count >= enough || failures.length > 0,
      )
    },
    async stop() {
      isStopped = true
      await working
      return { accepted, failures }
    },
  }
}
