import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { actFor } from '../api/acting-for.ts'
import { api, type Schemas, whenSessionEnds } from '../api/client.ts'
import { loadSession, type Me } from './load-session.ts'
import { goToLogIn } from './log-in-page.ts'

export type { Me }
export type Role = Schemas['Role']

/** The logged-in user. The query fails with `unauthenticated` when there is none. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: loadSession,
  staleTime: 60_000,
})

/** The logged-in user. There always is one while the portal is shown. */
export function useMe(): Me {
  return useSuspenseQuery(sessionQuery).data
}

/** Switches an operator to another client (undefined: back to the operator's own); everything shown is reloaded. */
export function useActFor(): (clientId: number | undefined) => Promise<void> {
  const queryClient = useQueryClient()
  return async (clientId) => {
    actFor(clientId)
    await queryClient.resetQueries()
  }
}

/**
 * Ends the session and goes to the login page; nothing that was loaded can be seen any more, not even by going back.
 */
export async function logOut(onLoggedOut: () => void): Promise<void> {
  // A request that is refused meanwhile keeps nothing for the next login.
  whenSessionEnds(goToLogIn)
  await api.POST('/log-out')
  onLoggedOut()
  actFor(undefined)
  document.body.hidden = true
  goToLogIn()
}
