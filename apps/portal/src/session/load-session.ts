import { isPassing } from '../api/problem.ts'
import { answerOf, api, rememberCsrfToken, type Schemas } from '../api/requests.ts'

export type Me = Schemas['Me']

/** Waits before further attempts, like those of queries, in milliseconds. */
const WAITS_MS = [1_000, 2_000]

/** The logged-in user. Fails with the problem `unauthenticated` when there is none. */
export async function loadSession(): Promise<Me> {
  const { me, csrfToken } = await answerOf(api.GET('/session'))
  rememberCsrfToken(csrfToken)
  return me
}

/** The same, and tries again while the gateway cannot be reached. */
export async function loadSessionPatiently(): Promise<Me> {
  for (const wait of WAITS_MS) {
    try {
      return await loadSession()
    } catch (error) {
      if (!isPassing(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  return loadSession()
}
