import { actingFor } from '../api/acting-for.ts'
import { useMe } from './session.ts'

/** `everyClient` of a query: operators who act for no client see the messages of all. Undefined for all other users. */
export function useEveryClient(): true | undefined {
  const { role } = useMe()
  return role === 'operator' && actingFor() === undefined ? true : undefined
}
