import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useMe } from './session.ts'

/** The event before the login page replaces a page whose session has ended. */
const LEAVING = 'heliograph-leaving'

/** Makes this tab keep what was being written, for the user to go on with after the login. */
export function keepDrafts(): void {
  window.dispatchEvent(new Event(LEAVING))
}

/**
 * State that survives the end of the session: something that is being written. The same user finds it again in this
 * tab, when acting for the same client. `name` says what it is among all that is written.
 */
export function useDraft<T>(name: string, initial: T): readonly [T, Dispatch<SetStateAction<T>>] {
  const { userId, clientId } = useMe()
  const key = `heliograph.draft.${userId}.${clientId}.${name}`
  const [first] = useState(initial)
  const [draft, setDraft] = useState(() => findDraft<T>(key) ?? initial)
  useEffect(() => sessionStorage.removeItem(key), [key])
  useEffect(() => {
    if (draft === first) return
    const keep = () => sessionStorage.setItem(key, JSON.stringify(draft))
    window.addEventListener(LEAVING, keep)
    return () => window.removeEventListener(LEAVING, keep)
  }, [key, draft, first])
  return [draft, setDraft]
}

function findDraft<T>(key: string): T | undefined {
  const kept = sessionStorage.getItem(key)
  return kept === null ? undefined : (JSON.parse(kept) as T)
}
