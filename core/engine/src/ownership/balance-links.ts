/** A set of links of this node. */
export interface OwnSet {
  readonly links: readonly string[]
  readonly isHeld: boolean
  /** Whether it may go to another node now. */
  readonly mayGo: boolean
}

/** Another node, with the links it is configured with and those it has. */
export interface OtherNode {
  readonly links: readonly string[]
  readonly held: readonly string[]
}

/**
 * Finds a set that this node should leave to another one: the other one could use it, and has at least two sets less,
 * so that it still has no more than this one afterwards. Pure.
 */
export function findSetToLeave<S extends OwnSet>(sets: readonly S[], others: readonly OtherNode[]): S | undefined {
  const own = sets.filter(({ isHeld }) => isHeld).length
  for (const { links, held } of others) {
    const has = sets.filter((set) => set.links.every((link) => held.includes(link))).length
    if (own - has < 2) continue
    const found = sets.find((set) => set.isHeld && set.mayGo && set.links.every((link) => links.includes(link)))
    if (found !== undefined) return found
  }
  return undefined
}
