import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useUnknown } from './queries.ts'

type Variable = Schemas['TemplateVariable']

/** A variable as it is typed. */
export interface Typed {
  readonly type: Schemas['VariableType']
  readonly fallback: string
  readonly choices: string
}

/** The variables of a text as they are typed. */
export interface TypedVariables {
  /** In the order in which they stand in the text. */
  readonly names: readonly string[]
  typed(name: string): Typed
  change(name: string, change: Partial<Typed>): void
  /** Undefined: it is not known yet which there are. */
  readonly variables: readonly Variable[] | undefined
}

const PLAIN: Typed = { type: 'text', fallback: '', choices: '' }
/** Also the Arabic one. */
const COMMAS = /[,،]/
/** How long typing may pause before it is asked which names are fields of contacts. */
const PAUSE_MS = 300

/** What is in braces in a text and no field of contacts is a variable; `kept` are those that it had before. */
export function useTypedVariables(text: string, kept: readonly Variable[] = []): TypedVariables {
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>(() =>
    Object.fromEntries(kept.map((variable) => [keyOf(variable.name), toTyped(variable)])),
  )
  const names = useUnknownNames(text)
  const of = (name: string) => typed[keyOf(name)] ?? PLAIN
  return {
    names: names ?? [],
    typed: of,
    change: (name, change) =>
      setTyped((present) => ({ ...present, [keyOf(name)]: { ...(present[keyOf(name)] ?? PLAIN), ...change } })),
    variables: names?.map((name) => toVariable(name, of(name))),
  }
}

/** The names in a text that are no fields of contacts, each once; undefined while that is not known. */
function useUnknownNames(text: string): readonly string[] | undefined {
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  const unknown = useUnknown(asked)
  if (!text.includes('{')) return []
  if (asked !== text) return undefined
  const names = unknown?.map((written) => written.slice(1, -1).split('|', 1)[0]?.trim() ?? '')
  return names && [...new Set(names)].filter((name) => name !== '')
}

/** Case, accents and blanks make no difference: a variable `Due date` stands in the text as `{due_date}`. */
function keyOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function toTyped({ type, fallback, choices }: Variable): Typed {
  return { type, fallback: fallback ?? '', choices: choices.join(', ') }
}

function toVariable(name: string, { type, fallback, choices }: Typed): Variable {
  const listed = choices.split(COMMAS).map((choice) => choice.trim())
  return {
    name,
    type,
    fallback: fallback.trim() === '' ? null : fallback.trim(),
    choices: type === 'choice' ? listed.filter((choice) => choice !== '') : [],
  }
}
