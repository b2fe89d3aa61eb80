import { type HotkeyItem, useHotkeys } from '@mantine/hooks'

/**
 * Letters that do something on a page while no one is typing. On a keyboard that writes no Latin letters, the keys in
 * the same places do.
 */
export function useLetterKeys(keys: Readonly<Record<string, () => void>>): void {
  useHotkeys(
    Object.entries(keys).flatMap(([letter, act]) => itemsOf(letter, act)),
    [],
  )
}

function itemsOf(letter: string, act: () => void): readonly HotkeyItem[] {
  // A letter that someone is typing must not be swallowed.
  const actUnlessTyping = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return
    event.preventDefault()
    act()
  }
  const inPlace = (event: KeyboardEvent) => {
    if (!/^\p{Script=Latin}$/u.test(event.key)) actUnlessTyping(event)
  }
  return [
    [letter, actUnlessTyping, { preventDefault: false }],
    [letter, inPlace, { preventDefault: false, usePhysicalKeys: true }],
  ]
}

const WITHOUT_TEXT: ReadonlySet<string> = new Set(['radio', 'checkbox', 'button', 'submit', 'file'])

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
