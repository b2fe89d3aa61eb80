/**
 * How the double numbers messages and incoming SMS. `counted`: 1, 2, 3, which reads well in tables. `of-nodes`: as a deployment does whose nodes take ids in blocks and
 * accept by turns: unique, large, neither one after the other nor growing in the order of acceptance.
 */
export type IdNumbering = 'counted' | 'of-nodes'

/** Blocks of the nodes, the later ones with lower ids: whoever takes the last id for the highest is wrong at once. */
const BLOCKS = [7_340_033, 5_242_881, 6_291_457]
/** A node gives some ids to others of its clients. */
const STEP = 7

export function createIdSequence(numbering: IdNumbering): () => number {
  let count = 0
  return () => {
    count += 1
    if (numbering === 'counted') return count
    const block = BLOCKS[(count - 1) % BLOCKS.length] as number
    return block + Math.floor((count - 1) / BLOCKS.length) * STEP
  }
}
