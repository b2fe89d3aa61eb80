/** Enough for a fifth of a second. */
const STEPS = 120_000_000

/** How reports name the time of the loop. */
export const LOOP_LABEL = 'fixed loop before each round, ms'

/** Milliseconds since any fixed moment. */
export type Clock = () => number

/**
 * Times a fixed amount of integer work in this process, in milliseconds. Virtual machines and processors that get warm
 * change their pace by tens of per cent; the time shows whether two measurements had the same machine.
 */
export function timeFixedLoop(clock: Clock = () => performance.now(), steps = STEPS): number {
  const beganMs = clock()
  spin(steps)
  return clock() - beganMs
}

/** Linear congruences: each step needs the one before, so that nothing can be left out or done at once. */
function spin(steps: number): number {
  let value = 1
  for (let step = 0; step < steps; step++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0
  return value
}
