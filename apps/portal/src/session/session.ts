import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { actFor } from '../api/acting-for.ts'
import { api, rememberCsrfToken, type Schemas } from '../api/client.ts'
import { goToLogIn } from './log-in-page.ts'

export type Me = Schemas['Me']
export type Role = Schemas['Role']

/** Who is logged in. Its query fails with `unauthenticated` when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn(): Promise<Me> {
    const { data } = await api.GET('/session')
    const { me, csrfToken } = data as Schemas['Session']
    rememberCsrfToken(csrfToken)
    return me
  },
  staleTime: 60_000,
})

/** The one who is logged in. Whoever sees the portal is. */
export function useMe(): Me {
  return useSuspenseQuery(sessionQuery).data
}

/** Switches an operator to another client (undefined: back to one's own); everything shown is loaded anew. */
export function useActFor(): (clientId: number | undefined) => Promise<void> {
  const queryClient = useQueryClient()
  return async (clientId) => {
    actFor(clientId)
    await queryClient.resetQueries()
  }
}

/** Ends the session and goes to the log-in page; nothing that was loaded is to be seen any more, by going back neither. */
export async function logOut(): Promise<void> {
  await api.POST('/log-out')
  actFor(undefined)
  document.body.hidden = true
  goToLogIn()
}
