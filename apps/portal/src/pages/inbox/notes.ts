import type { Entry, Note } from './queries.ts'

/**
 * Messages and notes in the order of their times, oldest first. Notes from before the oldest message that is loaded
 * are shown with that message's predecessors, or when there are none.
 */
export function withNotes(
  entries: readonly Entry[],
  notes: readonly Note[],
  isComplete: boolean,
): readonly (Entry | Note)[] {
  const first = entries[0]?.at ?? ''
  const shown = isComplete ? notes : notes.filter(({ at }) => at >= first)
  return [...entries, ...shown].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
