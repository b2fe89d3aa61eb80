import { type Ranked, ReadyHeap } from './ready-heap.ts'

/** A link's share of what its group sends. */
export interface Share extends Ranked {
  readonly weight: number
  /** Where the link would be in the virtual time of the group if it had never waited for work. */
  end: number
}

/**
 * Links that share the messages of a route by weight (start-time fair queueing): of those that are ready, the one that
 * has sent least for its share goes first.
 */
export class SharingGroup<S extends Share> {
  /** Those whose links may be able to take a message now. */
  readonly ready = new ReadyHeap<S>()
  /** Those whose links are up, as last seen. */
  readonly up = new Set<S>()
  /** Others, whose links another node has up, or had up a moment ago when they were with it. */
  readonly upElsewhere = new Set<S>()
  /** Whether other nodes may have shares of its links. */
  readonly isDivided: boolean
  /**
   * Virtual time: what a link of weight 1 has sent for its share. A link that joins late starts here; it does not make
   * up for what it missed.
   */
  #now = 0

  constructor(isDivided: boolean) {
    this.isDivided = isDivided
  }

  /**
   * Links of other nodes that count as up. While this node has a share of its links up, it sends what is for the group
   * itself, as if there were no other.
   */
  get elsewhere(): ReadonlySet<S> {
    return this.isDivided && this.up.size > 0 ? NONE : this.upElsewhere
  }

  /** Whether another node sends what is for this group. */
  get isElsewhere(): boolean {
    return this.up.size === 0 && this.upElsewhere.size > 0
  }

  charge(share: S, parts: number): void {
    this.#now = Math.max(share.end, this.#now)
    share.end = this.#now + parts / share.weight
    this.ready.moved(share)
  }
}

const NONE: ReadonlySet<never> = new Set()
