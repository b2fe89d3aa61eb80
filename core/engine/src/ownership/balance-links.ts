import { groupBy } from '../database/group-by.ts'
import { shareKey } from './link-share.ts'

/** A set of links of this node, or a share of one. */
export interface OwnSet {
  readonly links: readonly string[]
  /** Which share of them it is, from 1. */
  readonly share: number
  readonly isHeld: boolean
  /** Whether it may go to another node now. */
  readonly mayGo: boolean
}

/** Another node, with the links it is configured with and the shares it has (`shareKey`). */
export interface OtherNode {
  readonly links: readonly string[]
  readonly held: readonly string[]
}

/** The shares of the same links that this node has, next to another node. */
interface Split<S extends OwnSet> {
  readonly own: readonly S[]
  /** How many less the other one has of them. */
  readonly behind: number
  readonly isUsable: boolean
}

/**
 * Finds a set that this node should leave to another one, which could use it and still has no more than this one
 * afterwards: because the other has two shares less of the same links, or else two sets less in all. The second never
 * undoes the first, so nodes that leave each other sets come to an end. Pure.
 */
export function findSetToLeave<S extends OwnSet>(sets: readonly S[], others: readonly OtherNode[]): S | undefined {
  const splits = others.map((other) => splitWith(other, sets))
  for (const split of splits) {
    const found = findGoing(split, 2)
    if (found !== undefined) return found
  }
  for (const split of splits) {
    const behind = split.reduce((sum, each) => sum + each.behind, 0)
    const found = behind >= 2 ? findGoing(split, 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function splitWith<S extends OwnSet>(other: OtherNode, sets: readonly S[]): readonly Split<S>[] {
  return [...groupBy(sets, ({ links }) => links.join(' ')).values()].map((shares) => {
    const own = shares.filter(({ isHeld }) => isHeld)
    const theirs = shares.filter(({ links, share }) =>
      links.every((link) => other.held.includes(shareKey(link, share))),
    )
    const isUsable = shares.every(({ links }) => links.every((link) => other.links.includes(link)))
    return { own, behind: own.length - theirs.length, isUsable }
  })
}

/** The first that may go of links of which the other one has so many shares less. */
function findGoing<S extends OwnSet>(splits: readonly Split<S>[], less: number): S | undefined {
  for (const { own, behind, isUsable } of splits) {
    const found = isUsable && behind >= less ? own.find(({ mayGo }) => mayGo) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
