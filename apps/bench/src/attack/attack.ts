import type { AttackWorld } from './world.ts'

/** The most (or the least) that an attack may reach. */
export interface Bound {
  readonly label: string
  readonly unit: string
  readonly atMost: number
}

/** An attack on a running gateway, and the bounds that must hold. Loads and counts are fixed, so each one ends. */
export interface Attack {
  /** Unique, for `--only` and for the threat model. */
  readonly name: string
  /** What the attacker tries. */
  readonly title: string
  readonly bounds: Readonly<Record<string, Bound>>
  /** Left out of the short form, because it takes long. */
  readonly isLong?: boolean
  /** Depends on the HTTP server, so it is made on both. */
  readonly isHttp?: boolean
  /** Resolves with a figure for each bound. */
  run(world: AttackWorld): Promise<Readonly<Record<string, number>>>
}

/** Types an attack: its figures are those that have bounds. */
export function defineAttack<F extends string>(
  attack: Omit<Attack, 'bounds' | 'run'> & {
    readonly bounds: Readonly<Record<F, Bound>>
    run(world: AttackWorld): Promise<Readonly<Record<F, number>>>
  },
): Attack {
  return attack
}

/** A figure of an attack beside its bound. */
export interface Finding {
  readonly attack: string
  readonly bound: Bound
  /** Undefined when the attack did not come to its end. */
  readonly figure: number | undefined
  readonly isHeld: boolean
}

/** Holds each figure against its bound; a figure that is missing does not hold. */
export function judge({ name, bounds }: Attack, figures: Readonly<Record<string, number>> = {}): readonly Finding[] {
  return Object.entries(bounds).map(([key, bound]) => {
    const figure = figures[key]
    return { attack: name, bound, figure, isHeld: figure !== undefined && figure <= bound.atMost }
  })
}

/** How often an attack is made if its only fault is that it held up the event loop. */
const ATTEMPTS = 3

/**
 * Makes an attack and judges it. The first attempt pays for compiling the code, and any may meet a collection of
 * garbage: if one holds up the event loop too long it is made again, and the shortest time counts. Every other bound
 * has to hold in all attempts.
 */
export async function attempt(attack: Attack, world: AttackWorld): Promise<readonly Finding[]> {
  let findings = judge(attack, await attack.run(world))
  for (let made = 1; made < ATTEMPTS && findings.some(mayBeChance); made += 1) {
    const others = judge(attack, await attack.run(world))
    findings = findings.map((finding, index) => fairer(finding, others[index] as Finding))
  }
  return findings
}

function mayBeChance({ bound, isHeld }: Finding): boolean {
  return bound === BLOCKED && !isHeld
}

function fairer(one: Finding, other: Finding): Finding {
  if (one.bound === BLOCKED) return Number(one.figure) <= Number(other.figure) ? one : other
  return one.isHeld ? other : one
}

/** Bounds that several attacks share. */
export const BLOCKED: Bound = { label: 'event loop blocked', unit: 'ms', atMost: 50 }
export const ENDED: Bound = { label: 'processes ended', unit: '', atMost: 0 }

/** A bound on something that must not happen at all. */
export function none(label: string): Bound {
  return { label, unit: '', atMost: 0 }
}
