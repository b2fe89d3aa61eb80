import type { OutboundCall } from './outbound-call.ts'
import type { Connector, ConnectTarget } from './outbound-connector.ts'
import { OutboundOrigin } from './outbound-origin.ts'

export interface OriginsOptions {
  readonly connect: Connector
  /** Connections to one origin at a time. */
  readonly connections: number
  /** How long an idle connection is kept when the server does not say. */
  readonly keepAliveMs: number
}

/** The origins that a client calls. */
export interface Origins {
  /** Sends a request as soon as there is a connection for it. */
  start(call: OutboundCall, target: ConnectTarget & { readonly origin: string }): void
  /** Fails all requests, and resolves when all connections are closed. */
  close(): Promise<void>
}

/** How often idle connections are looked through. None is used after its time, so this only frees them. */
const SWEEP_MS = 1_000

class ClientClosed extends Error {
  override readonly name = 'ClientClosed'
  readonly code = 'CLIENT_CLOSED'
}

export function createOrigins({ connect, connections, keepAliveMs }: OriginsOptions): Origins {
  const origins = new Map<string, OutboundOrigin>()
  let isClosed = false
  let sweeper: NodeJS.Timeout | undefined

  function add(target: ConnectTarget, name: string): OutboundOrigin {
    const onEmpty = () => {
      if (origins.get(name) === origin) remove(name)
    }
    const origin: OutboundOrigin = new OutboundOrigin({ target, connect, connections, keepAliveMs, onEmpty })
    origins.set(name, origin)
    sweeper ??= setInterval(sweep, SWEEP_MS).unref()
    return origin
  }

  function remove(name: string): void {
    origins.delete(name)
    if (origins.size > 0) return
    clearInterval(sweeper)
    sweeper = undefined
  }

  function sweep(): void {
    const now = performance.now()
    for (const origin of origins.values()) origin.sweep(now)
  }

  return {
    start(call, target) {
      if (isClosed) call.fail(new ClientClosed('the client is closed'))
      else (origins.get(target.origin) ?? add(target, target.origin)).start(call)
    },
    async close() {
      isClosed = true
      const reason = new ClientClosed('the client is closed')
      await Promise.all([...origins.values()].map((origin) => origin.close(reason)))
    },
  }
}
