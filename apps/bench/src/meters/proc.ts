import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in /proc, a constant of the Linux ABI (USER_HZ). */
const TICKS = 100

/** Data of a process from /proc/<pid>/stat. Times are seconds of user and system time. */
export interface ProcessTimes {
  readonly parent: number
  readonly own: number
  /** Time of children that have ended and been waited for. */
  readonly endedChildren: number
}

/** CPU seconds of the main thread of a process: in a node process, the one that runs its JavaScript. */
export function mainThreadSeconds(pid: number): number {
  return parseTimes(readIfThere(`/proc/${pid}/task/${pid}/stat`))?.own ?? 0
}

/** Undefined when there is no such process. */
export function processTimes(pid: number): ProcessTimes | undefined {
  return parseTimes(readIfThere(`/proc/${pid}/stat`))
}

/** Fields as in proc(5): 4 ppid, 14 utime, 15 stime, 16 cutime, 17 cstime. */
function parseTimes(text: string | undefined): ProcessTimes | undefined {
  if (text === undefined) return undefined
  // The name, in brackets, may contain any characters.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (field: number) => Number(fields[field - 3]) / TICKS
  return { parent: Number(fields[1]), own: seconds(14) + seconds(15), endedChildren: seconds(16) + seconds(17) }
}

/** CPU seconds of a process, with its ended children, and of its living children. */
export function familySeconds(pid: number): number {
  const times = processTimes(pid)
  if (times === undefined) return 0
  return (
    times.own + times.endedChildren + childrenOf(pid).reduce((sum, child) => sum + (processTimes(child)?.own ?? 0), 0)
  )
}

export function childrenOf(pid: number): readonly number[] {
  return allPids().filter((candidate) => processTimes(candidate)?.parent === pid)
}

/** CPU seconds of all processes except these and except kernel threads. */
export function othersSeconds(ours: ReadonlySet<number>): Map<number, number> {
  const seconds = new Map<number, number>()
  for (const pid of allPids()) {
    const times = processTimes(pid)
    if (times !== undefined && times.parent !== 2 && pid !== 2 && !ours.has(pid)) seconds.set(pid, times.own)
  }
  return seconds
}

/** Memory of a process in octets. */
export interface ProcessMemory {
  readonly resident: number
  readonly peak: number
}

export function processMemory(pid: number): ProcessMemory | undefined {
  const text = readIfThere(`/proc/${pid}/status`)
  if (text === undefined) return undefined
  // regex-bound: a file of the kernel.
  const octets = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024
  return { resident: octets('VmRSS'), peak: octets('VmHWM') }
}

/** Busy and idle seconds of all processors together since the machine started. */
export interface MachineTimes {
  readonly busy: number
  readonly idle: number
  /** Time that a hypervisor gave to other machines. */
  readonly stolen: number
}

export function machineTimes(): MachineTimes {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map((ticks) => Number(ticks) / TICKS)
  return { busy: user + nice + system + interrupts + soft, idle: idle + waiting, stolen }
}

/** Busy share of the machine between two readings. The kernel may take back time that waited for disks: proc(5). */
export function busyShareOf(before: MachineTimes, after: MachineTimes): number {
  const busy = after.busy - before.busy
  return busy / (busy + Math.max(0, after.idle - before.idle) || 1)
}

function allPids(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
