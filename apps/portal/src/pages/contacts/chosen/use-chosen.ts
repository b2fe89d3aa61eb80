import { useCallback, useRef, useState } from 'react'
import type { Contact } from '../queries.ts'

/** Contacts that are chosen from a list, by number. */
export interface Chosen {
  readonly contacts: ReadonlyMap<string, Contact>
  /** With `isRange`, all contacts between this one and the one clicked before change as this one does. */
  toggle(contact: Contact, isRange: boolean): void
  /** All of these, and no others. */
  choose(contacts: readonly Contact[]): void
  chooseNone(): void
}

const NOBODY: Chosen['contacts'] = new Map()

/** `shown` is the list in its order. A selection belongs to one `listName`, and does not carry over to another. */
export function useChosen(shown: readonly Contact[], listName: string): Chosen {
  const [state, setState] = useState({ listName, contacts: NOBODY })
  const anchor = useRef<string>(undefined)
  const list = useRef(shown)
  list.current = shown

  const toggle = useCallback(
    (contact: Contact, isRange: boolean) => {
      const range = isRange ? between(list.current, anchor.current, contact.mobile) : [contact]
      anchor.current = contact.mobile
      setState((last) => {
        const before = last.listName === listName ? last.contacts : NOBODY
        const after = new Map(before)
        for (const each of range)
          if (before.has(contact.mobile)) after.delete(each.mobile)
          else after.set(each.mobile, each)
        return { listName, contacts: after }
      })
    },
    [listName],
  )

  return {
    contacts: state.listName === listName ? state.contacts : NOBODY,
    toggle,
    choose: (all) => setState({ listName, contacts: new Map(all.map((contact) => [contact.mobile, contact])) }),
    chooseNone: () => setState({ listName, contacts: NOBODY }),
  }
}

/** The part of the list between the two, whichever comes first. */
function between(shown: readonly Contact[], from: string | undefined, to: string): readonly Contact[] {
  const end = shown.findIndex(({ mobile }) => mobile === to)
  const begin = shown.findIndex(({ mobile }) => mobile === from)
  return begin === -1 ? shown.slice(end, end + 1) : shown.slice(Math.min(begin, end), Math.max(begin, end) + 1)
}
