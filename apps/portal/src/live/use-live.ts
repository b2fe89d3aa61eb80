import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { apiUrl } from '../api/client.ts'
import { useMe } from '../session/session.ts'
import { live } from './live-connection.ts'
import type { Topic } from './live-messages.ts'

/** How often is polled while changes are not told. */
const FALLBACK_MS = 15_000

export interface LiveOptions {
  /** A list that was scrolled further stays as it is: what is being read would move. */
  readonly onlyFirstPage?: boolean
  /** What costs the gateway much is reloaded no sooner than this after the last time. */
  readonly restMs?: number
}

/**
 * Reloads these queries whenever the gateway reports a change, as long as the component is mounted. Returns their
 * `refetchInterval`: they are polled only while the gateway cannot report.
 */
export function useLive(topic: Topic, queryKey: QueryKey, options: LiveOptions = {}): number | false {
  const { onlyFirstPage = false, restMs = 0 } = options
  const queryClient = useQueryClient()
  const { userId, clientId } = useMe()
  const key = JSON.stringify(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address names the client
  useEffect(() => {
    const viewer = { userId, address: apiUrl('/live') }
    const predicate = ({ state }: Query) => !onlyFirstPage || !hasMorePages(state.data)
    const reload = oneAtATime(() => queryClient.invalidateQueries({ queryKey: JSON.parse(key), predicate }), restMs)
    return live.follow(viewer, topic, reload)
  }, [queryClient, topic, key, userId, clientId, onlyFirstPage, restMs])
  return useSyncExternalStore(live.watch, live.isUp) ? false : FALLBACK_MS
}

function hasMorePages(data: unknown): boolean {
  return isPaged(data) && data.pages.length > 1
}

/** Whether an infinite query has loaded it. */
function isPaged(data: unknown): data is { readonly pages: readonly unknown[] } {
  return typeof data === 'object' && data !== null && 'pages' in data
}

/** While it runs, further calls make it run once more: changes that follow each other fast do not break it off. */
function oneAtATime(run: () => Promise<unknown>, restMs: number): () => void {
  let isRunning = false
  let isDue = false
  return async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    while (isDue) {
      isDue = false
      await run()
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    isRunning = false
  }
}
