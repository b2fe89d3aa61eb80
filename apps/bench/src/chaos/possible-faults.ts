import { type Choice, type Fault, planFaults } from './faults.ts'
import type { PatroniPrograms } from './patroni/programs.ts'
import { createRandom } from './random.ts'
import { whyNoSmallDisk } from './small-disk.ts'

export interface PossibleOptions extends Omit<Choice, 'platform'> {
  /** Chooses the faults. */
  readonly seed: number
  /** Programs for servers under Patroni; undefined: one server of the round's own. */
  readonly patroni: PatroniPrograms | undefined
  /** Where the temporary folder is made. */
  readonly parent: string
  readonly say: (text: string) => void
}

/** Plans the faults of a round and leaves out those that this machine does not allow. */
export async function planPossible(options: PossibleOptions): Promise<readonly Fault[]> {
  const platform = options.patroni === undefined ? 'server' : 'patroni'
  const faults = planFaults(createRandom(options.seed), { extent: options.extent, kinds: options.kinds, platform })
  if (!faults.some(({ kind }) => kind === 'full-disk')) return faults
  const reason = await whyNoSmallDisk(options.parent)
  if (reason === undefined) return faults
  options.say(`left out: full-disk, because ${reason}`)
  return faults.filter(({ kind }) => kind !== 'full-disk')
}
