import { useEffect, useRef } from 'react'
import { type ConversationKey, tellAnswering } from './queries.ts'

/** Colleagues are told again after this time; what they were told holds twice as long. */
const AGAIN_MS = 10_000

/** A draft that has not been touched for this long is not being written any more. */
const RESTING_MS = 60_000

/** Tells colleagues that an answer is being written, while its text changes. */
export function useAnswering({ channelId, contact }: ConversationKey, text: string): void {
  const isReported = useRef(false)
  const isWriting = text.trim() !== ''
  const touchedAt = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text is a touch
  useEffect(() => {
    touchedAt.current = Date.now()
  }, [text])
  useEffect(() => {
    const tell = (isAnswering: boolean) => {
      isReported.current = isAnswering
      // Nothing depends on it, and the next one follows.
      tellAnswering({ channelId, contact }, isAnswering).catch(() => undefined)
    }
    if (!isWriting) return
    tell(true)
    const timer = setInterval(() => {
      if (Date.now() < touchedAt.current + RESTING_MS) tell(true)
    }, AGAIN_MS)
    return () => {
      clearInterval(timer)
      if (isReported.current) tell(false)
    }
  }, [channelId, contact, isWriting])
}
