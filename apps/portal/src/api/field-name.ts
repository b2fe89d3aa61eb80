import type { TextWith } from '../language/define-texts.ts'

export interface FieldWords {
  /** What fields are called, by the name that the API has for them. */
  readonly names: Readonly<Record<string, string>>
  /** An entry of a list: `Recipients, no. 4`. */
  readonly entry: TextWith<'list' | 'position'>
  /** Keeps a value of any direction apart from what stands around it. */
  readonly written: (value: string) => string
}

/**
 * What people call a field that the API names by its path: `messages[3].to` and `messages.3.to` are `Messages, no. 4 ›
 * Recipient`. Names that are not known, of a client's own columns for example, stay as they are. Pure.
 */
export function nameOfField(path: string, { names, entry, written }: FieldWords): string {
  const found: string[] = []
  for (const step of path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
    const list = /^\d+$/.test(step) ? found.pop() : undefined
    if (list === undefined) found.push(Object.hasOwn(names, step) ? (names[step] as string) : written(step))
    else found.push(entry({ list, position: Number(step) + 1 }))
  }
  return found.join(' › ')
}
