import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { CONTACTS } from './use-contacts.ts'

/** Rows of a request. */
const ROWS_AT_ONCE = 1_000
/** Characters of a request, well below what the gateway takes. */
const CHARACTERS_AT_ONCE = 500_000
/** Problems that are kept to be shown. */
export const MOST_PROBLEMS = 1_000

/** A list that is to be taken. */
export interface ImportPlan {
  readonly rows: readonly (readonly string[])[]
  /** The number of the first of them in the file. */
  readonly firstRow: number
  readonly columns: Schemas['ContactColumns']
}

/** How far an import is. */
export interface ImportState {
  readonly kind: 'running' | 'stopped' | 'done'
  readonly rows: number
  readonly total: number
  readonly counts: {
    readonly added: number
    readonly changed: number
    readonly unchanged: number
    readonly refused: number
  }
  readonly problems: readonly Schemas['RowProblem'][]
  /** Why it stopped by itself. */
  readonly error: unknown
}

const NONE = { added: 0, changed: 0, unchanged: 0, refused: 0 }

/** Sends a list piece by piece. A piece that failed is sent again by `start`, which goes on where it stopped. */
export function useImport() {
  const queryClient = useQueryClient()
  const [state, setState] = useState<ImportState>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  const isRunning = state?.kind === 'running'
  useEffect(() => {
    if (!isRunning) return
    // The browser asks whether one really wants to leave.
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isRunning])

  async function start(plan: ImportPlan) {
    const controller = new AbortController()
    stopping.current = controller
    const begun = state?.kind === 'stopped' ? state : { rows: 0, counts: NONE, problems: [] }
    let current: ImportState = { ...begun, kind: 'running', total: plan.rows.length, error: undefined }
    setState(current)
    try {
      while (current.rows < current.total) {
        const rows = pieceOf(plan.rows, current.rows)
        const body = {
          columns: plan.columns,
          rows: rows.map((row) => [...row]),
          firstRow: plan.firstRow + current.rows,
        }
        const { data } = await api.POST('/contacts/import', { body, signal: controller.signal })
        current = added(current, rows.length, data as Schemas['ContactsImported'])
        setState(current)
      }
      setState({ ...current, kind: 'done' })
    } catch (error) {
      setState({ ...current, kind: 'stopped', error: controller.signal.aborted ? undefined : error })
    }
    await queryClient.invalidateQueries({ queryKey: CONTACTS })
  }

  return { state, start, stop: () => stopping.current?.abort(), reset: () => setState(undefined) }
}

function pieceOf(rows: ImportPlan['rows'], from: number): ImportPlan['rows'] {
  let characters = 0
  let to = from
  while (to < rows.length && to - from < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) {
    for (const cell of rows[to] ?? []) characters += cell.length
    to += 1
  }
  return rows.slice(from, to)
}

function added(state: ImportState, rows: number, { problems, ...more }: Schemas['ContactsImported']): ImportState {
  const { counts } = state
  return {
    ...state,
    rows: state.rows + rows,
    counts: {
      added: counts.added + more.added,
      changed: counts.changed + more.changed,
      unchanged: counts.unchanged + more.unchanged,
      refused: counts.refused + more.refused,
    },
    problems: [...state.problems, ...problems].slice(0, MOST_PROBLEMS),
  }
}
