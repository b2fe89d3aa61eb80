import createClient, { createQuerySerializer, type Middleware } from 'openapi-fetch'
import { actingFor } from './acting-for.ts'
import { connection } from './connection.ts'
import { readProblem } from './problem.ts'
import type { components, paths } from './schema.ts'

/** Where the API lives. */
const API_BASE = '/portal/api/1'

/** The named shapes of the API, for example `Schemas['Me']`. */
export type Schemas = components['schemas']

/** Proof that a request comes from the portal's own pages; it belongs to the session. */
let csrfToken: string | null = null

/** Call it with the token from the answer of a login or `GET /session`. */
export function rememberCsrfToken(token: string | null): void {
  csrfToken = token
}

/**
 * The headers of a request that changes something, for requests that do not go through `api` (uploads in pieces,
 * streams).
 */
export function writeHeaders(): Record<string, string> {
  return csrfToken === null ? {} : { 'x-csrf-token': csrfToken }
}

/** Codes of the answers to a session that is over. */
const SESSION_OVER: ReadonlySet<string> = new Set(['not-logged-in', 'account-disabled'])

let onSessionEnd: () => void = () => undefined

/** Call it with what is to happen, once, when a request is refused because the session has ended. */
export function whenSessionEnds(listener: () => void): void {
  onSessionEnd = listener
}

/** Requests are refused together, and each further one would break off the way to the login page. */
function endSession(): void {
  const end = onSessionEnd
  onSessionEnd = () => undefined
  end()
}

/** The full address of a path of the API, including the client that an operator acts for. */
export function apiUrl(
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const parameters = new URLSearchParams()
  const all: Record<string, string | number | boolean | undefined> = { client: actingFor(), ...query }
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return `${API_BASE}${path}${text === '' ? '' : `?${text}`}`
}

/** Adds the headers of changes, and turns answers into problems and connection states. */
const apiMiddleware: Middleware = {
  onRequest({ request }) {
    if (request.method !== 'GET')
      for (const [name, value] of Object.entries(writeHeaders())) request.headers.set(name, value)
    return request
  },
  async onResponse({ response }) {
    const problem = response.ok ? undefined : await readProblem(response)
    connection.noteAnswer(problem?.code)
    if (problem === undefined) return
    if (SESSION_OVER.has(problem.code)) endSession()
    throw problem
  },
  onError({ error }) {
    connection.noteFailure(error)
  },
}

const serializeQuery = createQuerySerializer<unknown>()

/**
 * The client that an operator acts for is named before there is a request. A copy of a request with another address
 * would stream its body, which browsers refuse over HTTP/1.1.
 */
function querySerializer(query: Readonly<Record<string, unknown>>): string {
  return serializeQuery({ ...query, client: query.client ?? actingFor() })
}

/** Calls the API: `await answerOf(api.GET('/session'))`. Throws `Problem`. */
export const api = createClient<paths>({ baseUrl: API_BASE, querySerializer })
api.use(apiMiddleware)

/** The content of an answer that has one. */
export async function answerOf<T>(request: Promise<{ readonly data?: T | undefined }>): Promise<T> {
  const { data } = await request
  if (data === undefined) throw new Error('The answer has no content')
  return data
}
