import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { LoadingRows, type LoadingRowsProps } from './LoadingRows.tsx'

export interface LoadedProps<T> extends LoadingRowsProps {
  readonly query: {
    /** Undefined while there is none. */
    readonly data: T | undefined
    /** Null: the last attempt did not fail. */
    readonly error: unknown
    /** Absent: no button to try again is offered. */
    readonly refetch?: () => Promise<unknown>
  }
  /**
   * Where a problem is shown when an earlier attempt has succeeded: above what was loaded then, alone, or not at all,
   * which is for pages that load again by themselves.
   */
  readonly laterProblem?: 'above' | 'alone' | 'hidden'
  readonly children?: (data: T) => ReactNode
}

/** What a query has loaded; rows while it is loading; the problem if it has failed. */
export function Loaded<T>({ query, laterProblem = 'hidden', children, ...rows }: LoadedProps<T>) {
  const { data, error, refetch } = query
  const isProblem = error !== null && (data === undefined || laterProblem !== 'hidden')
  return (
    <>
      {data === undefined && error === null && <LoadingRows {...rows} />}
      {isProblem && <ErrorState error={error} onRetry={refetch && (() => void refetch())} />}
      {data !== undefined && !(isProblem && laterProblem === 'alone') && children?.(data)}
    </>
  )
}
