import { busyShareOf, childrenOf, familySeconds, machineTimes, mainThreadSeconds, othersSeconds } from './proc.ts'

/** CPU seconds spent during a measurement. */
export interface CpuUse {
  readonly gateway: number
  /** Of it the main threads of its processes. */
  readonly gatewayMain: number
  /** The postmaster with all its processes, including ended ones. */
  readonly postgres: number
  readonly generator: number
  /** The fake network, where it is a separate process. */
  readonly network: number
  /** All other processes of the machine, including the bench itself. */
  readonly others: number
  /** Time that the hypervisor gave to other machines. */
  readonly stolen: number
  /** Busy time of all processors together. */
  readonly machineBusy: number
  /** Share of the machine's time that was busy. */
  readonly machineShare: number
}

export interface MeteredProcesses {
  readonly gateway: readonly number[]
  readonly postmaster: number | undefined
  readonly generator: number | undefined
  /** The fake network and any other stand-in for the outside world. */
  readonly network?: readonly number[] | undefined
}

/** Measures from its start to each `read`. */
export interface CpuMeter {
  read(): CpuUse
}

export function startCpuMeter({ gateway, postmaster, generator, network = [] }: MeteredProcesses): CpuMeter {
  const metered = new Set([...gateway, postmaster, generator, ...network].filter((pid) => pid !== undefined))
  const ours = () => new Set([...metered, ...[...metered].flatMap((pid) => [...childrenOf(pid)])])
  const seconds = () => ({
    gateway: sum(gateway),
    gatewayMain: gateway.reduce((total, pid) => total + mainThreadSeconds(pid), 0),
    postgres: postmaster === undefined ? 0 : familySeconds(postmaster),
    generator: generator === undefined ? 0 : familySeconds(generator),
    network: sum(network),
    machine: machineTimes(),
  })
  const before = seconds()
  const othersBefore = othersSeconds(ours())

  return {
    read() {
      const after = seconds()
      let others = 0
      for (const [pid, spent] of othersSeconds(ours())) others += spent - (othersBefore.get(pid) ?? 0)
      return {
        gateway: after.gateway - before.gateway,
        gatewayMain: after.gatewayMain - before.gatewayMain,
        postgres: after.postgres - before.postgres,
        generator: after.generator - before.generator,
        network: after.network - before.network,
        others,
        stolen: after.machine.stolen - before.machine.stolen,
        machineBusy: after.machine.busy - before.machine.busy,
        machineShare: busyShareOf(before.machine, after.machine),
      }
    },
  }
}

function sum(pids: readonly number[]): number {
  return pids.reduce((seconds, pid) => seconds + familySeconds(pid), 0)
}

/**
 * Whether other processes used so much that the measurement is doubtful: more than 0.3 s and more than 8 % of the CPU
 * time spent.
 */
export function isDisturbed(use: CpuUse): boolean {
  return use.others > Math.max(0.3, 0.08 * use.machineBusy)
}
