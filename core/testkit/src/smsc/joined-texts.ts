import { createKept } from './kept.ts'
import type { ReceivedSubmit, ReceivedText } from './received.ts'

/** Joins the texts that the network has taken. */
export interface JoinedTexts {
  readonly list: readonly ReceivedText[]
  /** Records a submit that was taken. A repeated segment replaces the first one. */
  add(submit: ReceivedSubmit): void
}

/** Incomplete messages that are remembered at most. */
const MOST_INCOMPLETE = 10_000

export function createJoinedTexts(keep: number): JoinedTexts {
  const texts = createKept<ReceivedText>(keep)
  const incomplete = new Map<string, Map<number, ReceivedSubmit>>()

  function join(submits: readonly ReceivedSubmit[]): void {
    const [first] = submits
    if (!first) return
    const { encoding, from, to } = first
    texts.push({ from, to, encoding, text: submits.map(({ text }) => text).join(''), submits })
  }

  return {
    get list() {
      return texts.list
    },
    add(submit) {
      const { bind, from, segment, to } = submit
      if (!segment || segment.total <= 1) {
        join([submit])
        return
      }
      const key = [bind.systemId, from, to, segment.reference, segment.total].join('\0')
      const parts = incomplete.get(key) ?? new Map<number, ReceivedSubmit>()
      incomplete.set(key, parts.set(segment.part, submit))
      if (incomplete.size > MOST_INCOMPLETE) incomplete.delete(incomplete.keys().next().value as string)
      if (parts.size < segment.total) return
      incomplete.delete(key)
      join([...parts].sort(([a], [b]) => a - b).map(([, part]) => part))
    },
  }
}
