import { DATABASE_KINDS } from './database-kinds.ts'
import type { FindingKind, Severity } from './finding-kind.ts'
import { NODE_KINDS } from './node-kinds.ts'
import type { Picture } from './picture.ts'
import { SENDING_KINDS } from './sending-kinds.ts'

/** Something that is wrong. */
export interface Diagnosis {
  /** The kind of finding. */
  readonly id: string
  readonly severity: Severity
  readonly text: string
  readonly remedy: string
}

/** All that can be found, in the order in which it is told: first what may be the cause of what follows. */
export const FINDING_KINDS: readonly FindingKind[] = [...NODE_KINDS, ...DATABASE_KINDS, ...SENDING_KINDS]

/** Decides what is wrong, errors first. Pure. */
export function diagnose(picture: Picture): readonly Diagnosis[] {
  const found = FINDING_KINDS.flatMap(({ id, severity, remedy, find }) =>
    find(picture).map((text) => ({ id, severity, text, remedy })),
  )
  return found.toSorted((a, b) => rank(a) - rank(b))
}

function rank({ severity }: Diagnosis): number {
  return severity === 'error' ? 0 : 1
}
