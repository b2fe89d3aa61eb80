/** Random numbers that are the same each time for the same seed. */
export interface Random {
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number
  between(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
  shuffle<T>(items: readonly T[]): readonly T[]
}

/** The generator known as mulberry32: 32 bits of state, good enough to choose faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: <T>(choices: readonly T[]) => choices[below(choices.length)] as T,
    shuffle<T>(items: readonly T[]) {
      const rest = [...items]
      return items.map(() => rest.splice(below(rest.length), 1)[0] as T)
    },
  }
}
