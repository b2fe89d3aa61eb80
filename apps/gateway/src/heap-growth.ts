import { setFlagsFromString } from 'node:v8'

/** How far the heap may grow beyond what lived at the last full collection, in percent of that. */
const GROWTH_PERCENT = 155

/**
 * Makes V8 collect once the heap has grown to 2.55 times what lives in it. By default V8 waits for up to four times as
 * much, most of it messages that ended long ago: under the load of SMPP, with 47 MiB alive, the process took 300 MiB
 * at its peak. It takes 264 MiB at 2.85 times, 257 at 2.75 and 245 at 2.55, and the processor time of the gateway, next
 * to that of Postgres, is the same within one percent. At 2.2 times it is over 10 % more.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
