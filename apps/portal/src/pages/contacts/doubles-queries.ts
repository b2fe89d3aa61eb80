import { useQuery } from '@tanstack/react-query'
import { readNumbers } from './queries.ts'
import type { ImportPlan } from './use-import.ts'

/** Numbers of a request. */
const AT_ONCE = 2_000

/** A longer cell is no number. */
const MOST_CHARACTERS = 200

/** How many rows of a list have the number of an earlier row, however it is spelled; undefined until that is known. */
export function useDoubles(plan: ImportPlan | undefined): number | undefined {
  const { name, size, lastModified } = plan?.list.file ?? {}
  const query = useQuery({
    queryKey: ['doubles', name, size, lastModified, plan?.firstRow, plan?.columns.mobile],
    queryFn: ({ signal }) => countDoubles(plan as ImportPlan, signal),
    enabled: plan !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return query.data
}

async function countDoubles({ rows, columns }: ImportPlan, signal: AbortSignal): Promise<number> {
  const seen = new Set<string>()
  let doubles = 0
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const cells = rows.slice(from, from + AT_ONCE).map((row) => row[columns.mobile] ?? '')
    const numbers = cells.map((cell) => (cell.length > MOST_CHARACTERS ? '' : cell))
    for (const mobile of await readNumbers(numbers, signal)) {
      if (mobile === null) continue
      if (seen.has(mobile)) doubles += 1
      else seen.add(mobile)
    }
  }
  return doubles
}
