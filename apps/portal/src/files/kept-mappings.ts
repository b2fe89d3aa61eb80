import { findKept, keep } from '../session/browser-store.ts'

/** What this browser remembers of lists with the same columns. */
export interface KeptMappings<T> {
  /** Undefined: no list with this header was mapped before. */
  find(header: readonly string[]): Promise<T | undefined>
  note(header: readonly string[], mapping: T): Promise<void>
}

interface Kept<T> {
  readonly header: string
  readonly mapping: T
}

/** Headers that are remembered, the last used ones. */
const MOST = 50

/** @param key names what is mapped, the user among it */
export function keptMappings<T>(key: string): KeptMappings<T> {
  const all = async () => (await findKept<readonly Kept<T>[]>(key)) ?? []
  return {
    async find(header) {
      const name = nameOf(header)
      return (await all()).find((each) => each.header === name)?.mapping
    },
    async note(header, mapping) {
      const name = nameOf(header)
      const others = (await all()).filter((each) => each.header !== name)
      await keep(key, [{ header: name, mapping }, ...others].slice(0, MOST))
    },
  }
}

function nameOf(header: readonly string[]): string {
  return JSON.stringify(header.map((cell) => cell.trim().toLowerCase()))
}
