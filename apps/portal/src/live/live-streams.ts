import type { LiveNews, LiveViewer, LiveWish, Topic } from './live-messages.ts'

/** A stream that the browser has given up is opened again after this time. */
const AGAIN_MS = 5_000

/** How long a connection that has been replaced is still listened to. */
const LINGER_MS = 2_000

/** `EventSource.CLOSED`. */
const CLOSED = 2

/** A tab, as the streams see it. */
export interface LivePort {
  postMessage(news: LiveNews): void
}

/** What is used of an `EventSource`. */
export type LiveSource = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>

/** What a tab follows. */
interface Following {
  readonly topics: readonly Topic[]
  /** Those of which it may have missed a change, because it did not follow them before. */
  readonly unsure: Set<Topic>
}

interface Stream {
  readonly viewer: LiveViewer
  readonly ports: Map<LivePort, Following>
  /** What is asked for. It only grows: each new topic takes another connection. */
  readonly topics: Set<Topic>
  /** The connection that has greeted. */
  heard: LiveSource | undefined
  /** What `heard` reports. */
  reported: ReadonlySet<Topic>
  /** The connection that has yet to greet. */
  opening: LiveSource | undefined
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
    if (wish.kind === 'follow') this.#follow(port, wish)
    else if (wish.kind === 'leave') this.#leave(port)
    else
      for (const stream of [...this.#streams.values()])
        if (stream.viewer.userId === wish.userId) this.#end(stream, 'refused')
  }

  #follow(port: LivePort, { viewer, topics, begun }: LiveWish & { readonly kind: 'follow' }): void {
    const key = keyOf(viewer)
    this.#leave(port, topics.length === 0 ? undefined : key)
    if (topics.length === 0) return
    const stream = this.#streams.get(key) ?? newStream(viewer)
    this.#streams.set(key, stream)
    const before = stream.ports.get(port)
    const isSure = (topic: Topic) =>
      before?.topics.includes(topic) && !before.unsure.has(topic) && !begun.includes(topic)
    const unsure = new Set(topics.filter((topic) => !isSure(topic)))
    const following = { topics, unsure }
    stream.ports.set(port, following)
    const isMore = topics.some((topic) => !stream.topics.has(topic))
    for (const topic of topics) stream.topics.add(topic)
    if (isMore) this.#connect(stream)
    else if (stream.heard !== undefined && stream.opening === undefined && unsure.size > 0)
      assure(port, following, stream.reported)
  }

  /** Ends what the port follows, except of the stream with this key. */
  #leave(port: LivePort, key?: string): void {
    for (const [own, stream] of this.#streams) {
      if (own === key || !stream.ports.delete(port) || stream.ports.size > 0) continue
      this.#end(stream)
    }
  }

  /** A connection that reports already goes on until the new one has greeted, so that no change is missed. */
  #connect(stream: Stream): void {
    clearTimeout(stream.timer)
    stream.opening?.close()
    const topics = new Set(stream.topics)
    const query = [...topics].map((topic) => `topic=${topic}`).join('&')
    const { address } = stream.viewer
    const source = this.#open(`${address}${address.includes('?') ? '&' : '?'}${query}`)
    stream.opening = source
    // Comes after each connection, including one that replaces a lost one.
    source.addEventListener('hello', ({ data }) => {
      if (stream.opening === source) this.#greet(stream, source, topics, JSON.parse(data) as Partial<LiveViewer>)
    })
    for (const topic of topics)
      source.addEventListener(topic, () => {
        for (const [port, following] of stream.ports)
          if (following.topics.includes(topic)) port.postMessage({ kind: 'changed', topic })
      })
    source.addEventListener('error', () => this.#lose(stream, source))
  }

  /** Another user may have logged in since. */
  #greet(stream: Stream, source: LiveSource, topics: ReadonlySet<Topic>, { userId }: Partial<LiveViewer>): void {
    if (userId !== stream.viewer.userId) {
      this.#end(stream, 'refused')
      return
    }
    const before = stream.heard
    // What the gateway has sent over it already may still be under way.
    if (before !== undefined) setTimeout(() => before.close(), LINGER_MS)
    const gapless = before === undefined ? NONE : stream.reported
    stream.heard = source
    stream.reported = topics
    stream.opening = undefined
    for (const [port, following] of stream.ports) assure(port, following, gapless)
  }

  /** The browser connects again by itself, unless it was refused. */
  #lose(stream: Stream, source: LiveSource): void {
    const isRefused = source.readyState === CLOSED
    if (source === stream.heard) {
      stream.heard = undefined
      stream.opening ??= source
      if (source !== stream.opening || !isRefused) tell(stream, 'down')
    }
    if (source !== stream.opening) source.close()
    else if (isRefused) {
      stream.opening = undefined
      stream.heard?.close()
      stream.heard = undefined
      tell(stream, 'refused')
      stream.timer = setTimeout(() => this.#connect(stream), AGAIN_MS)
    }
  }

  #end(stream: Stream, news?: 'refused'): void {
    clearTimeout(stream.timer)
    for (const source of [stream.heard, stream.opening]) source?.close()
    stream.heard = undefined
    stream.opening = undefined
    this.#streams.delete(keyOf(stream.viewer))
    if (news !== undefined) tell(stream, news)
    stream.ports.clear()
  }
}

const NONE: ReadonlySet<Topic> = new Set()

function newStream(viewer: LiveViewer): Stream {
  return {
    viewer,
    ports: new Map(),
    topics: new Set(),
    heard: undefined,
    reported: NONE,
    opening: undefined,
    timer: undefined,
  }
}

function keyOf({ userId, address }: LiveViewer): string {
  return `${userId} ${address}`
}

/** From now on the tab hears of each change; until now it did so of the topics that are `gapless`. */
function assure(port: LivePort, { topics, unsure }: Following, gapless: ReadonlySet<Topic>): void {
  port.postMessage({ kind: 'up', topics: topics.filter((topic) => unsure.has(topic) || !gapless.has(topic)) })
  unsure.clear()
}

function tell({ ports }: Stream, kind: 'down' | 'refused'): void {
  for (const port of ports.keys()) port.postMessage({ kind })
}
