import type { AdapterCase } from './adapter-case.ts'
import type { AdapterSuite } from './adapter-suite.ts'
import { mergeRequests, toInjectedRequest } from './test-request.ts'

/** Names of parameters, members and elements; with short words as values, which choose what is asked for. */
const NAMES = /(?<![\w.-])[A-Za-z_][\w.-]*(?=[=>"])(?:=[a-z-]{2,12}(?=&|$))?/g

/** As much of a body says which names it has. */
const BODY_START = 2_000

/**
 * One row of each kind of request: those with the same route, names and type go through the same code, and a table has
 * hundreds. Rows that are made by a function are all kept.
 */
export function distinctRows({ world }: AdapterSuite, rows: readonly AdapterCase[]): readonly AdapterCase[] {
  const kinds = new Set<string>()
  return rows.filter(({ request }) => {
    if (typeof request === 'function') return true
    const { method, url, headers, body } = toInjectedRequest(mergeRequests(world.base ?? {}, request))
    const [path, query = ''] = url.split('?')
    const names = (text: string) => [...new Set(text.match(NAMES))].sort().join()
    const content = Buffer.from(body ?? '')
      .subarray(0, BODY_START)
      .toString('latin1')
    const kind = [method, path, names(query), headers?.['content-type'], names(content)].join(' ')
    return !kinds.has(kind) && kinds.add(kind)
  })
}
