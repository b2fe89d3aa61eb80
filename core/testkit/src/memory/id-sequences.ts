/**
 * How the double numbers messages and incoming SMS. `counted`: 1, 2, 3, which reads well in tables. `of-nodes`: as in a
 * deployment whose nodes take ids in blocks and accept in turn, so that ids are unique and large but neither
 * consecutive nor in the order of acceptance.
 */
export type IdNumbering = 'counted' | 'of-nodes'

/**
 * Blocks of the nodes, the later ones with lower ids: code that takes the last id for the highest fails at once. The
 * first is beyond 32 bits.
 */
const BLOCKS = [5_368_709_121, 5_242_881, 6_291_457]
/** A node also gives ids to its other clients. */
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
