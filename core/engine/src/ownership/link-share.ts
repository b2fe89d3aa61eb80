/** One of the equal parts into which links are divided among nodes. */
export interface LinkShare {
  /** From 1. */
  readonly number: number
  /** How many there are; 1: the links are for one node at a time. */
  readonly of: number
}

/** A share of a link as a text: what one node at a time has the lease of. */
export function shareKey(link: string, number: number): string {
  return `${link} ${number}`
}
