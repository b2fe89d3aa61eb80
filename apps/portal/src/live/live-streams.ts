import type { LiveNews, LiveViewer, LiveWish, Topic } from './live-messages.ts'

/** A stream that the browser has given up is opened again after this time. */
const AGAIN_MS = 5_000

/** `EventSource.CLOSED`. */
const CLOSED = 2

/** A tab, as the streams see it. */
export interface LivePort {
  postMessage(news: LiveNews): void
}

/** What is used of an `EventSource`. */
export type LiveSource = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>

interface Stream {
  readonly viewer: LiveViewer
  /** What each tab follows. */
  readonly ports: Map<LivePort, readonly Topic[]>
  /** What is asked for. It only grows: a stream that is opened again may miss a change. */
  readonly topics: Set<Topic>
  source: LiveSource | undefined
  isUp: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * The streams of events of all tabs of a browser: one for each user and client, however many tabs look at it. Tabs of
 * different users or clients never share one.
 */
export class LiveStreams {
  readonly #streams = new Map<string, Stream>()
  readonly #open: (address: string) => LiveSource

  constructor(open: (address: string) => LiveSource) {
    this.#open = open
  }

  take(port: LivePort, wish: LiveWish): void {
    if (wish.kind === 'follow') this.#follow(port, wish.viewer, wish.topics)
    else if (wish.kind === 'leave') this.#leave(port)
    else
      for (const stream of [...this.#streams.values()])
        if (stream.viewer.userId === wish.userId) this.#end(stream, 'refused')
  }

  #follow(port: LivePort, viewer: LiveViewer, topics: readonly Topic[]): void {
    const key = keyOf(viewer)
    this.#leave(port, topics.length === 0 ? undefined : key)
    if (topics.length === 0) return
    const stream = this.#streams.get(key) ?? newStream(viewer)
    this.#streams.set(key, stream)
    stream.ports.set(port, topics)
    const isMore = topics.some((topic) => !stream.topics.has(topic))
    for (const topic of topics) stream.topics.add(topic)
    if (isMore) this.#connect(stream)
    else if (stream.isUp) port.postMessage({ kind: 'up' })
  }

  /** Ends what the port follows, except of the stream with this key. */
  #leave(port: LivePort, key?: string): void {
    for (const [own, stream] of this.#streams) {
      if (own === key || !stream.ports.delete(port) || stream.ports.size > 0) continue
      this.#end(stream)
    }
  }

  #connect(stream: Stream): void {
    clearTimeout(stream.timer)
    stream.source?.close()
    stream.isUp = false
    const query = [...stream.topics].map((topic) => `topic=${topic}`).join('&')
    const { address } = stream.viewer
    const source = this.#open(`${address}${address.includes('?') ? '&' : '?'}${query}`)
    stream.source = source
    // Comes after each connection, including one that replaces a lost one.
    source.addEventListener('hello', ({ data }) => {
      if (stream.source === source) this.#greet(stream, JSON.parse(data) as Partial<LiveViewer>)
    })
    for (const topic of stream.topics)
      source.addEventListener(topic, () => {
        if (stream.source !== source) return
        for (const [port, topics] of stream.ports)
          if (topics.includes(topic)) port.postMessage({ kind: 'changed', topic })
      })
    source.addEventListener('error', () => {
      if (stream.source === source) this.#lose(stream, source)
    })
  }

  /** Another user may have logged in since. */
  #greet(stream: Stream, { userId }: Partial<LiveViewer>): void {
    if (userId !== stream.viewer.userId) {
      this.#end(stream, 'refused')
      return
    }
    stream.isUp = true
    tell(stream, 'up')
  }

  /** The browser connects again by itself, unless it was refused. */
  #lose(stream: Stream, source: LiveSource): void {
    const isRefused = source.readyState === CLOSED
    if (stream.isUp || isRefused) tell(stream, isRefused ? 'refused' : 'down')
    stream.isUp = false
    if (isRefused) stream.timer = setTimeout(() => this.#connect(stream), AGAIN_MS)
  }

  #end(stream: Stream, news?: 'refused'): void {
    clearTimeout(stream.timer)
    stream.source?.close()
    stream.source = undefined
    this.#streams.delete(keyOf(stream.viewer))
    if (news !== undefined) tell(stream, news)
  }
}

function newStream(viewer: LiveViewer): Stream {
  return { viewer, ports: new Map(), topics: new Set(), source: undefined, isUp: false, timer: undefined }
}

function keyOf({ userId, address }: LiveViewer): string {
  return `${userId} ${address}`
}

function tell({ ports }: Stream, kind: 'up' | 'down' | 'refused'): void {
  for (const port of ports.keys()) port.postMessage({ kind })
}
