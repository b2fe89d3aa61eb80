/** Number of ids in a page, at one bit each. */
const PAGE_BITS = 65_536
/**
 * Number of pages kept, 8 KiB each; the oldest is dropped first. Ids arrive nearly in order, so this remembers the last
 * 60 million or so.
 */
const PAGES = 1024

/** Remembers which message ids it has seen, at one bit each. */
export class IdSet {
  readonly #pages = new Map<number, Uint8Array>()

  /** Adds an id; true when it was not there before. */
  add(id: number): boolean {
    const pageNumber = Math.floor(id / PAGE_BITS)
    const bit = id - pageNumber * PAGE_BITS
    const page = this.#pages.get(pageNumber) ?? this.#createPage(pageNumber)
    const octet = page[bit >> 3] ?? 0
    const mask = 1 << (bit & 7)
    page[bit >> 3] = octet | mask
    return (octet & mask) === 0
  }

  #createPage(pageNumber: number): Uint8Array {
    if (this.#pages.size >= PAGES) {
      for (const oldest of this.#pages.keys()) {
        this.#pages.delete(oldest)
        break
      }
    }
    const page = new Uint8Array(PAGE_BITS / 8)
    this.#pages.set(pageNumber, page)
    return page
  }
}
