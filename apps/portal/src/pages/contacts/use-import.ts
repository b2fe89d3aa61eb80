import { useEffect, useMemo, useRef, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useMe } from '../../session/session.ts'
import { type KeptList, keptImport } from './kept-import.ts'
import { importRows, useReloadContacts } from './queries.ts'

/** Most rows of a request. */
const ROWS_AT_ONCE = 1_000
/** Characters of a request, well below the gateway's limit. */
const CHARACTERS_AT_ONCE = 500_000
/** Most problems that are kept to be shown and saved. */
export const MOST_PROBLEMS = 20_000

/** A list to import. */
export interface ImportPlan {
  /** The file it was read from and its columns, for the browser to keep. */
  readonly list: KeptList
  /** Empty when the list has none. */
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The number, in the file, of the first of these rows. */
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
  /** The error that stopped it. */
  readonly error: unknown
}

const NONE = { added: 0, changed: 0, unchanged: 0, refused: 0 }

/**
 * Sends a list piece by piece. After a failure, `start` continues with the piece that failed: contacts that are there
 * already stay as they are. List and progress are kept in the browser until it is done; `found` is called with the list
 * that was kept when the page was left.
 */
export function useImport(found: (list: KeptList) => Promise<ImportPlan>) {
  const { clientId, userId } = useMe()
  const kept = useMemo(() => keptImport({ clientId, userId }), [clientId, userId])
  const reload = useReloadContacts()
  const [state, setState] = useState<ImportState>()
  const stopping = useRef<AbortController>(undefined)
  const [isKept, setKept] = useState(false)
  useEffect(() => () => stopping.current?.abort(LEFT), [])

  const goOn = useRef<(signal: AbortSignal) => Promise<void>>(undefined)
  goOn.current = async (signal) => {
    const last = await kept.find()
    if (last === undefined || signal.aborted) return
    const plan = await found(last.list)
    if (signal.aborted) return
    if (last.progress.kind === 'running') await run(plan, last.progress)
    else setState({ ...last.progress, error: undefined })
  }
  useEffect(() => {
    const leaving = new AbortController()
    // A list that can no longer be read is dropped.
    goOn.current?.(leaving.signal).catch(() => kept.drop())
    return () => leaving.abort()
  }, [kept])

  const isInDanger = state?.kind === 'running' && !isKept
  useEffect(() => {
    if (!isInDanger) return
    // Makes the browser ask whether the user really wants to leave.
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isInDanger])

  async function run(plan: ImportPlan, begun: Pick<ImportState, 'rows' | 'counts' | 'problems'>) {
    const controller = new AbortController()
    stopping.current = controller
    const leaving = () => controller.abort(LEFT)
    window.addEventListener('pagehide', leaving)
    const { rows, counts, problems } = begun
    let current: ImportState = {
      rows,
      counts,
      problems,
      kind: 'running',
      total: plan.rows.length,
      error: undefined,
    }
    setState(current)
    try {
      setKept(await kept.begin(plan.list))
      await kept.note(withoutError(current))
      while (current.rows < current.total) {
        const rows = pieceOf(plan.rows, current.rows)
        const body = {
          columns: plan.columns,
          rows: rows.map((row) => [...row]),
          firstRow: plan.firstRow + current.rows,
          ...(plan.list.group !== undefined && { group: plan.list.group }),
        }
        current = added(current, rows.length, await importRows(body, controller.signal))
        await kept.note(withoutError(current))
        setState(current)
      }
      await kept.drop()
      setState({ ...current, kind: 'done' })
    } catch (error) {
      const { aborted, reason } = controller.signal
      // When the user comes back to the page, the import continues.
      if (aborted && reason === LEFT) return
      current = { ...current, kind: 'stopped', error: aborted ? undefined : error }
      setState(current)
      await kept.note(withoutError(current))
    } finally {
      window.removeEventListener('pagehide', leaving)
    }
    await reload()
  }

  return {
    state,
    start: (plan: ImportPlan) => run(plan, state?.kind === 'stopped' ? state : { rows: 0, counts: NONE, problems: [] }),
    stop: () => stopping.current?.abort(),
    reset() {
      setState(undefined)
      void kept.drop()
    },
  }
}

/** The reason for aborting a run whose page the user left. */
const LEFT = 'left'

function withoutError({ error: _, ...progress }: ImportState): Omit<ImportState, 'error'> {
  return progress
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
