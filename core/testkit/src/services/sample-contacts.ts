import { type ContactDraft, type ContactFilter, Contacts, type Principal } from '@heliograph/contracts'
import type { ServiceWorld } from './service-world.ts'

export const MOBILES = ['27820000001', '27820000002', '27820000003', '27830000004', '4915123456789'] as const
export const [FIRST, SECOND, THIRD, FOURTH, GERMAN] = MOBILES

/** Contacts as a list may give them. */
export const PEOPLE: readonly ContactDraft[] = [
  { mobile: '082 000 0001', name: 'Thandi Nkosi', email: 'thandi@example.com', fields: { city: 'Durban' } },
  { mobile: '+27 82 000 0002', name: 'José  Álvarez', groups: ['Staff'] },
  { mobile: SECOND, groups: ['staff', 'Choir'] },
  { mobile: THIRD, name: 'jose smith' },
  { mobile: FOURTH },
  { mobile: GERMAN, groups: ['Choir'] },
]

/** The numbers of the contacts that match, in order. */
export async function numbers(world: ServiceWorld, principal: Principal, filter: Omit<ContactFilter, 'limit'>) {
  const { records } = await world.service(Contacts).find(principal, { ...filter, limit: 1_000 })
  return records.map(({ mobile }) => mobile)
}

/** What became of each draft: its result, or the code of the problem. */
export async function results(world: ServiceWorld, principal: Principal, drafts: readonly ContactDraft[]) {
  const outcomes = await world.service(Contacts).save(principal, drafts)
  return outcomes.map((outcome) => (outcome.result === 'refused' ? outcome.problem.code : outcome.result))
}
