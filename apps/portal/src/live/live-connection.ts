import { answerOf, api } from '../api/requests.ts'
import type { LiveNews, LiveViewer, Topic } from './live-messages.ts'
import { type LiveControl, openControl } from './live-port.ts'

/** Lets topics that are followed at the same time be asked for together. */
const GATHER_MS = 50

/** Followed even in a hidden tab, whose title tells how many conversations are unread. */
const ALWAYS: Topic = 'inbox'

/** What this tab follows. All tabs of the browser share one stream of events for it. */
class LiveConnection {
  readonly #listeners = new Map<Topic, Set<() => void>>()
  readonly #watchers = new Set<() => void>()
  /** What changed while the tab was hidden. */
  readonly #missed = new Set<Topic>()
  /** What has been followed anew since the streams were asked. */
  readonly #begun = new Set<Topic>()
  #viewer: LiveViewer | undefined
  #control: LiveControl | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isUp = false

  constructor() {
    document.addEventListener('visibilitychange', () => this.#catchUp())
    window.addEventListener('pagehide', () => this.#control?.send({ kind: 'leave' }))
  }

  /** Whether each change is told at present. */
  readonly isUp = (): boolean => this.#isUp

  /** Calls the listener when `isUp` has changed, until the returned function is called. */
  readonly watch = (listener: () => void): (() => void) => {
    this.#watchers.add(listener)
    return () => this.#watchers.delete(listener)
  }

  /** Calls the listener after each change until the returned function is called. */
  follow(viewer: LiveViewer, topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    const isNew = listeners.size === 0 || viewer.address !== this.#viewer?.address
    this.#viewer = viewer
    this.#listeners.set(topic, listeners)
    listeners.add(listener)
    if (isNew) {
      this.#begun.add(topic)
      this.#renew()
    }
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      this.#listeners.delete(topic)
      this.#renew()
    }
  }

  /** The user has logged out: no tab is told anything more. */
  logOut(): void {
    if (this.#viewer !== undefined) this.#control?.send({ kind: 'logged-out', userId: this.#viewer.userId })
  }

  #renew(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => whenLoaded(() => this.#ask()), GATHER_MS)
  }

  #ask(): void {
    if (this.#viewer === undefined) return
    this.#control ??= openControl((news) => this.#hear(news))
    const topics = [...this.#listeners.keys()]
    this.#control.send({ kind: 'follow', viewer: this.#viewer, topics, begun: [...this.#begun] })
    this.#begun.clear()
  }

  #hear(news: LiveNews): void {
    if (news.kind === 'changed') {
      this.#tell(news.topic)
      return
    }
    this.#setUp(news.kind === 'up')
    if (news.kind === 'up') for (const topic of news.topics) this.#tell(topic)
    else void this.#findOut()
  }

  /** Why there is no stream: that the session or the connection is over, the request itself finds out. */
  async #findOut(): Promise<void> {
    const session = await answerOf(api.GET('/session')).catch(() => undefined)
    // Another user has logged in in another tab.
    if (session !== undefined && session.me.userId !== this.#viewer?.userId) window.location.reload()
  }

  #setUp(isUp: boolean): void {
    if (isUp === this.#isUp) return
    this.#isUp = isUp
    for (const watcher of this.#watchers) watcher()
  }

  #tell(topic: Topic): void {
    if (document.hidden && topic !== ALWAYS) this.#missed.add(topic)
    else for (const listener of this.#listeners.get(topic) ?? []) listener()
  }

  #catchUp(): void {
    if (document.hidden) return
    const missed = [...this.#missed]
    this.#missed.clear()
    for (const topic of missed) this.#tell(topic)
  }
}

/** The connection of this tab. */
export const live = new LiveConnection()

/** What the page needs first goes first. */
function whenLoaded(run: () => void): void {
  if (document.readyState === 'complete') run()
  else window.addEventListener('load', run, { once: true })
}
