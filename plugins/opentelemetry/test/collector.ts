import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OTLP writes it in JSON. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

interface Traces {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: ReceivedSpan['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}

/** A collector on a port of this machine that takes OTLP over HTTP as JSON. */
export interface Collector {
  readonly endpoint: string
  readonly spans: readonly ReceivedSpan[]
  readonly requests: readonly { readonly authorization: string | undefined; readonly path: string }[]
  /** What it answers from now on; undefined: it never answers. */
  status: number | undefined
  /** Resolves once it has received this many spans. */
  hasReceived(count: number): Promise<void>
  close(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const requests: { authorization: string | undefined; path: string }[] = []
  let wake = () => {}
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    requests.push({ authorization: request.headers.authorization, path: request.url ?? '' })
    if (collector.status === undefined) return
    if (collector.status === 200) {
      const { resourceSpans = [] } = JSON.parse(body) as Traces
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    }
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
    wake()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const collector: Collector = {
    endpoint: `http://127.0.0.1:${port}/v1/traces`,
    spans,
    requests,
    status: 200,
    async hasReceived(count) {
      while (spans.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return collector
}
