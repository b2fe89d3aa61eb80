import type { AdapterCase } from './adapter-case.ts'
import type { AdapterSuite } from './adapter-suite.ts'
import { mergeRequests, type TestRequest, toInjectedRequest } from './test-request.ts'

/** Names of parameters, members and elements; with short words as values, which choose what is asked for. */
const NAMES = /(?<![\w.-])[A-Za-z_][\w.-]*(?=[=>"])(?:=[a-z-]{2,12}(?=&|$))?/g

/** As much of a body, at its start and at its end, says which names it has. */
const BODY_PART = 2_000

/** Rows of limits have larger requests: the same as others again and again. */
const ORDINARY_OCTETS = 16 * 1024

/** The kind of each row of a table. */
export interface RowKinds {
  /** Undefined for a row whose request is made by a function. */
  of(row: AdapterCase): RowKind | undefined
}

interface RowKind {
  /** Rows with the same one go through the same code: the route, and the names of what is sent to it. */
  readonly name: string
  /** Method, path and type. */
  readonly route: string
  readonly isLarge: boolean
}

export function createRowKinds(base: TestRequest): RowKinds {
  const known = new Map<AdapterCase, RowKind>()
  return {
    of(row) {
      if (typeof row.request === 'function') return undefined
      const kind = known.get(row) ?? kindOf(mergeRequests(base, row.request))
      known.set(row, kind)
      return kind
    },
  }
}

function kindOf(request: TestRequest): RowKind {
  const { method, url, headers, body } = toInjectedRequest(request)
  const [path, query = ''] = url.split('?')
  const content = Buffer.from(body ?? '')
  const ends = [content.subarray(0, BODY_PART), content.subarray(BODY_PART).subarray(-BODY_PART)]
  const names = ends.map((end) => end.toString('latin1')).join('\n')
  const route = [method, path, headers?.['content-type']].join(' ')
  return {
    name: [route, namesIn(query), namesIn(names)].join(' '),
    route,
    isLarge: url.length + content.length > ORDINARY_OCTETS,
  }
}

function namesIn(text: string): string {
  return [...new Set(text.match(NAMES))].sort().join()
}

/** One row of each kind, since a table has hundreds. Rows that are made by a function are all kept. */
export function distinctRows(suite: AdapterSuite, rows: readonly AdapterCase[]): readonly AdapterCase[] {
  return firstOfEach(ordinaryRows(suite, rows), (row) => suite.kinds.of(row)?.name)
}

/** The rows without large requests, except the first one for each route that has no others. */
export function ordinaryRows({ kinds }: AdapterSuite, rows: readonly AdapterCase[]): readonly AdapterCase[] {
  const routeOf = (row: AdapterCase) => kinds.of(row)?.route
  const large = rows.filter((row) => kinds.of(row)?.isLarge)
  const ordinary = new Set(rows.filter((row) => !large.includes(row)))
  const routes = new Set([...ordinary].map(routeOf))
  const others = large.filter((row) => !routes.has(routeOf(row)))
  const kept = new Set([...ordinary, ...firstOfEach(others, routeOf)])
  return rows.filter((row) => kept.has(row))
}

function firstOfEach(
  rows: readonly AdapterCase[],
  keyOf: (row: AdapterCase) => string | undefined,
): readonly AdapterCase[] {
  const known = new Set<string>()
  return rows.filter((row) => {
    const key = keyOf(row)
    return key === undefined || (!known.has(key) && known.add(key))
  })
}
