/**
 * The place that a reader has come to. Records of different nodes become visible in about the order of their times, and
 * messages end in any order; so the place is a time, and what is not the same on both sides of it.
 */
export interface Cursor {
  /** All records before this time have been looked at: milliseconds since the epoch. */
  readonly sinceMs: number
  /** Ids of records that were looked at and have not been given: they had not ended, or there were too many. */
  readonly owed: readonly number[]
  /** Ids of records at or after `sinceMs` that have been given. */
  readonly given: readonly number[]
}

const RADIX = 36

/** Writes a cursor in few characters: ids that follow each other take hardly any. */
export function formatCursor({ given, owed, sinceMs }: Cursor): string {
  return [sinceMs.toString(RADIX), formatIds(owed), formatIds(given)].join('|')
}

/** Reads what `formatCursor` wrote. */
export function parseCursor(text: string): Cursor {
  const [since = '', owed = '', given = ''] = text.split('|')
  return { sinceMs: Number.parseInt(since, RADIX), owed: parseIds(owed), given: parseIds(given) }
}

/** Each run of ids as its distance from the last, and its length where that is more than one. */
function formatIds(ids: readonly number[]): string {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  const runs: string[] = []
  let last = 0
  for (let index = 0; index < sorted.length; ) {
    const start = sorted[index] as number
    let length = 1
    while (sorted[index + length] === start + length) length += 1
    const distance = (start - last).toString(RADIX)
    runs.push(length === 1 ? distance : `${distance}-${length.toString(RADIX)}`)
    last = start + length - 1
    index += length
  }
  return runs.join(',')
}

function parseIds(text: string): readonly number[] {
  const ids: number[] = []
  let last = 0
  for (const run of text === '' ? [] : text.split(',')) {
    const [distance = '', length = '1'] = run.split('-')
    const start = last + Number.parseInt(distance, RADIX)
    last = start + Number.parseInt(length, RADIX) - 1
    for (let id = start; id <= last; id += 1) ids.push(id)
  }
  return ids
}
