import type { LinkSet } from '../../src/ownership/link-leases.ts'
import type { LinkShare } from '../../src/ownership/link-share.ts'

/** Links of one set, which are up as soon as they are open, unless a test says otherwise. */
export class FakeSet implements LinkSet {
  readonly links: readonly string[]
  readonly share: LinkShare
  readonly opened: string[] = []
  readonly open_ = new Set<string>()
  canConnect = true
  refusedMs = 0
  /** What closing waits for, if for anything. */
  closing: Promise<void> | undefined

  constructor(links: readonly string[], share: LinkShare = { number: 1, of: 1 }) {
    this.links = links
    this.share = share
  }

  up(): readonly string[] {
    return this.canConnect ? [...this.open_] : []
  }

  open(mayOpen: (link: string) => boolean): void {
    for (const link of this.links) {
      if (!mayOpen(link) || this.open_.has(link)) continue
      this.open_.add(link)
      this.opened.push(link)
    }
  }

  async close(): Promise<void> {
    if (this.closing !== undefined) await this.closing
    this.open_.clear()
  }

  refused(): ReadonlyMap<string, number> {
    return new Map(this.refusedMs > 0 ? [...this.open_].map((link) => [link, this.refusedMs]) : [])
  }
}
