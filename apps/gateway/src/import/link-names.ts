const LONGEST = 40

/** A name that links and routes may have. */
export function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, LONGEST) || 'smsc'
  )
}

/** Gives each link a name of its own, as near to the given one as can be. */
export class LinkNames {
  readonly #taken = new Set<string>()

  take(name: string): string {
    const slug = slugOf(name)
    let free = slug
    for (let number = 2; this.#taken.has(free); number += 1) free = `${slug.slice(0, LONGEST - 4)}-${number}`
    this.#taken.add(free)
    return free
  }
}
