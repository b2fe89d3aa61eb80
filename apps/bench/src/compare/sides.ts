import type { KannelPrograms } from '../kannel/programs.ts'

/** Who is measured, with the names for the page. Kamex is a fork of Kannel that takes the same configuration. */
export const SIDES = { gateway: 'gateway', kannel: 'Kannel', kamex: 'Kamex' } as const

export type Side = keyof typeof SIDES

/** Another gateway that the same loads are put on. */
export interface Peer {
  readonly side: Exclude<Side, 'gateway'>
  readonly programs: KannelPrograms
}
