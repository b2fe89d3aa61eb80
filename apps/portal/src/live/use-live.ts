import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import { LiveConnection, type Topic } from './live-connection.ts'

/** One connection for the whole page. */
const Live = createContext(new LiveConnection())

/** Reloads these queries whenever the gateway reports a change, as long as the component is mounted. */
export function useLive(topic: Topic, queryKey: QueryKey): void {
  const connection = useContext(Live)
  const queryClient = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(
    () => connection.follow(topic, () => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) })),
    [connection, queryClient, topic, key],
  )
}
