import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { actFor } from '../api/acting-for.ts'
import { api, rememberCsrfToken, type Schemas } from '../api/client.ts'

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

/** The one who is logged in. Below the shell there always is one. */
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

/** Ends the session, forgets everything that was loaded and goes to the log-in page. */
export function useLogOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async () => {
    await api.POST('/log-out')
    actFor(undefined)
    queryClient.clear()
    await router.navigate({ to: '/log-in' })
  }
}
