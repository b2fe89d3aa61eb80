/** The items in an order that depends on the seed alone, an integer. */
export function shuffle(items, seed) {
  if (!Number.isInteger(seed)) throw new Error('the seed of an order is an integer')
  const next = randomFrom(seed)
  const shuffled = [...items]
  for (let left = shuffled.length - 1; left > 0; left -= 1) {
    const other = Math.floor(next() * (left + 1))
    ;[shuffled[left], shuffled[other]] = [shuffled[other], shuffled[left]]
  }
  return shuffled
}

/** Numbers from 0 to 1 without 1: mulberry32. */
function randomFrom(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
