import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kind, Platform } from '../faults.ts'

/** What came of a long run. */
export interface AccountedRun {
  /** When it began, in ISO 8601. Distinguishes it from others. */
  readonly began: string
  readonly database: Platform
  readonly minutes: number
  /** Chose the faults of the first round; the next ones have the numbers after it. */
  readonly seed: number
  readonly rounds: number
  /** How many faults of each kind there were. */
  readonly faults: Readonly<Partial<Record<Kind, number>>>
  /** Messages that clients were told are accepted. */
  readonly accepted: number
  readonly submits: number
  readonly lost: number
  readonly notFinal: number
  /** Sent twice with the answer known. */
  readonly twiceKnown: number
  /** Sent twice while no answer was there, which the policy `resend` allows. */
  readonly twiceUnknown: number
  /** SMS of subscribers. */
  readonly incoming: number
  /** Promises broken, of all kinds, for people. */
  readonly findings: readonly string[]
  /** The most memory that a node had, octets. */
  readonly peakResident: number
  /** Octets of tables under retention, with indexes: means of the round after a third of all, and of the last. */
  readonly tablesThird: number
  readonly tablesEnd: number
  /** Under Patroni: after how many milliseconds a message was accepted once a primary took writes. */
  readonly resumeMs?: { readonly median: number; readonly most: number } | undefined
  /** Growth of figures over the second half, as shares of their means; absent for a run that is too short to tell. */
  readonly growth: Readonly<Record<string, number>>
}

/** So many messages are to be accounted for in all. */
export const AIM = 10_000_000

const FILE = 'account.json'

export async function readAccount(folder: string): Promise<readonly AccountedRun[]> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '[]')
  return JSON.parse(text) as readonly AccountedRun[]
}

/** Adds a run to the account in a folder, or replaces what was there of it. */
export async function saveRun(folder: string, run: AccountedRun): Promise<void> {
  await mkdir(folder, { recursive: true })
  const others = (await readAccount(folder)).filter(({ began }) => began !== run.began)
  await writeFile(join(folder, FILE), `${JSON.stringify([...others, run], null, 2)}\n`)
}

export function countFaults({ faults }: Pick<AccountedRun, 'faults'>): number {
  return Object.values(faults).reduce((sum, count) => sum + count, 0)
}
