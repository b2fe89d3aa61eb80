import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schemas } from '../../api/client.ts'
import { keptMappings } from '../../files/kept-mappings.ts'
import { useMe } from '../../session/session.ts'

/** What is remembered of files with the same columns. */
type Mapping = Pick<Schemas['UploadPlan'], 'hasHeader' | 'numberColumn'>

/** What this browser remembers for the user. */
export function useMappings() {
  const { clientId, userId } = useMe()
  return useMemo(() => keptMappings<Mapping>(`upload ${clientId} ${userId} columns`), [clientId, userId])
}

/** What it remembers of files with this header, once that is known; null: nothing. */
export function useMapping(header: readonly string[] | undefined) {
  const mappings = useMappings()
  return useQuery({
    queryKey: ['upload-mapping', header],
    queryFn: async () => (await mappings.find(header ?? [])) ?? null,
    enabled: header !== undefined,
    // What is noted of one file is there for the next.
    gcTime: 0,
  })
}
