import { type FormRulesRecord, type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'

export interface StoredForm<Stored extends object> {
  readonly form: UseFormReturnType<Stored>
  /** The names of the values that differ from what is stored. */
  changedIn(values: Stored): readonly (keyof Stored)[]
  /** Shows what has become of values that were sent, once it is loaded. */
  settle(sent: Stored): void
}

/**
 * A form of something stored. Inputs that have not been typed into show what others store meanwhile, and only what was
 * changed here is to be sent (`changedIn`, `only`), so that two people can change different things at once.
 */
export function useStoredForm<Stored extends object>(
  stored: Stored,
  validate: FormRulesRecord<Stored> = {},
): StoredForm<Stored> {
  const form = useForm<Stored>({ initialValues: stored, validate })
  const shown = useRef(stored)
  const [settled, setSettled] = useState(0)
  const key = JSON.stringify(stored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is stored, and the form stays the same
  useEffect(() => {
    const values = form.getValues()
    const untouched = namesOf(stored).filter((name) => isSame(values[name], shown.current[name]))
    shown.current = stored
    form.setInitialValues(stored)
    form.setValues(only(stored, untouched))
  }, [key, settled])
  return {
    form,
    changedIn: (values) => namesOf(stored).filter((name) => !isSame(values[name], stored[name])),
    settle(sent) {
      shown.current = sent
      setSettled((count) => count + 1)
    },
  }
}

/** These parts of a whole. */
export function only<Whole extends object>(whole: Whole, names: readonly (keyof Whole)[]): Partial<Whole> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Partial<Whole>
}

function namesOf<Whole extends object>(whole: Whole): readonly (keyof Whole)[] {
  return Object.keys(whole) as (keyof Whole)[]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
