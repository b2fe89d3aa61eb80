import type { ChangeSubject, Clock } from '@heliograph/contracts'
import { TOPICS } from '../../database/announcement-topics.ts'
import type { Announcer } from '../announcer.ts'
import { BELIEVED_MS } from './change-notes.ts'
import { type Changed, formatScopes, readChanged, type Scope } from './changed-scopes.ts'

const REPEAT_MS = BELIEVED_MS / 3

/** Who is notified of changes. */
export interface Watcher {
  readonly subject: ChangeSubject
  readonly scope: Scope
  /** `channels`: those that the change is about; undefined: any. */
  readonly onChange: (channels: readonly number[] | undefined) => void
}

export interface ChangeWatchersOptions {
  readonly clock: Clock
  readonly announcer: Pick<Announcer, 'announce' | 'flush'>
  /** Has this node announce its own changes of these. */
  readonly onWatched: (scopes: readonly Scope[]) => void
}

/** The watchers on this node. While there are any, all nodes are told whose changes they follow. */
export class ChangeWatchers {
  readonly #options: ChangeWatchersOptions
  readonly #watchers = new Set<Watcher>()
  #isRepeating = false

  constructor(options: ChangeWatchersOptions) {
    this.#options = options
  }

  /** Resolves, with the function that ends it, once all nodes have been told to announce. */
  async watch(watcher: Watcher): Promise<() => void> {
    const isNew = ![...this.#watchers].some(({ scope }) => scope === watcher.scope)
    this.#watchers.add(watcher)
    if (isNew) {
      this.#say([watcher.scope])
      await this.#options.announcer.flush()
    }
    this.#planRepeat()
    return () => void this.#watchers.delete(watcher)
  }

  /** Says who is watched, since a node that has just begun to listen does not know. */
  sayAll(): void {
    this.#say([...new Set([...this.#watchers].map(({ scope }) => scope))])
  }

  /** Takes the argument of an announcement. */
  hear(argument: string): void {
    this.tell(readChanged(argument))
  }

  tell(changed: Changed): void {
    for (const watcher of this.#watchers) if (isFor(changed, watcher)) watcher.onChange(changed.channels)
  }

  /** Announcements may have been missed: anything may have changed. */
  tellAll(): void {
    for (const { onChange } of this.#watchers) onChange(undefined)
  }

  #say(scopes: readonly Scope[]): void {
    if (scopes.length === 0) return
    const { announcer, onWatched } = this.#options
    onWatched(scopes)
    for (const argument of formatScopes(scopes)) announcer.announce(TOPICS.watched, argument)
  }

  #planRepeat(): void {
    if (this.#isRepeating) return
    this.#isRepeating = true
    this.#options.clock.after(REPEAT_MS, () => {
      this.#isRepeating = false
      if (this.#watchers.size === 0) return
      this.sayAll()
      this.#planRepeat()
    })
  }
}

function isFor(changed: Changed, { subject, scope }: Watcher): boolean {
  return changed.subject === subject && (changed.scope === undefined || changed.scope === scope)
}
