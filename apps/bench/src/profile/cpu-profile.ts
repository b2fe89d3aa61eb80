import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodePlace, createSourcePlaces } from './source-places.ts'

/** The parts of a V8 profile that are read here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: CodePlace & { readonly functionName: string }
  }[]
  /** Microseconds on the monotonic clock of the machine. */
  readonly startTime: number
  readonly samples: readonly number[]
  /** Microseconds since the previous sample. */
  readonly timeDeltas: readonly number[]
}

export interface ProfileEntry {
  readonly name: string
  readonly selfMs: number
  /** Share of the time that was not idle, 0..1. */
  readonly share: number
}

/** Where a process spent its time. */
export interface ProfileSummary {
  readonly busyMs: number
  readonly byPackage: readonly ProfileEntry[]
  readonly byFunction: readonly ProfileEntry[]
  /** By file, below the folder of its package; V8's own frames keep their names. */
  readonly byFile: readonly ProfileEntry[]
}

/** Start and end, on the clock of the profile. */
export type Window = readonly [number, number]

/** Summarises the newest profile in a folder; undefined when there is none. */
export function summariseNewestProfile(
  folder: string,
  functions: number,
  window: Window | undefined,
): ProfileSummary | undefined {
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()
    .at(-1)
  if (newest === undefined) return undefined
  return summariseProfile(JSON.parse(readFileSync(join(folder, newest), 'utf8')) as CpuProfile, functions, window)
}

export function summariseProfile(
  profile: CpuProfile,
  functions: number,
  [fromUs, toUs]: Window = [0, Number.POSITIVE_INFINITY],
): ProfileSummary {
  const sourceOf = createSourcePlaces()
  const frames = new Map(
    profile.nodes.map(({ id, callFrame }) => [id, { functionName: callFrame.functionName, ...sourceOf(callFrame) }]),
  )
  const packages = new Map<string, number>()
  const files = new Map<string, number>()
  const places = new Map<string, number>()
  let busyMs = 0
  let atUs = profile.startTime
  for (const [index, id] of profile.samples.entries()) {
    const deltaUs = profile.timeDeltas[index] ?? 0
    atUs += deltaUs
    const frame = frames.get(id)
    if (frame === undefined || frame.functionName === '(idle)' || atUs < fromUs || atUs > toUs) continue
    const selfMs = deltaUs / 1000
    busyMs += selfMs
    add(packages, packageOf(frame.functionName, frame.url), selfMs)
    add(files, fileOf(frame.url) ?? packageOf(frame.functionName, ''), selfMs)
    add(places, `${frame.functionName || '(anonymous)'} ${placeOf(frame.url, frame.lineNumber)}`.trim(), selfMs)
  }
  const ranked = (times: Map<string, number>) =>
    [...times]
      .map(([name, selfMs]) => ({ name, selfMs, share: selfMs / (busyMs || 1) }))
      .sort((a, b) => b.selfMs - a.selfMs)
  return { busyMs, byPackage: ranked(packages), byFunction: ranked(places).slice(0, functions), byFile: ranked(files) }
}

function add(times: Map<string, number>, name: string, ms: number): void {
  times.set(name, (times.get(name) ?? 0) + ms)
}

const MODULE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//
const WORKSPACE = /^.*\/((?:core|adapters|plugins|apps)\/[^/]+)\//

/** The package that a frame belongs to; V8's own frames keep their names: `(garbage collector)`, `(program)`. */
function packageOf(functionName: string, url: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)'
  if (url.startsWith('node:')) return 'node'
  return (MODULE.exec(url) ?? WORKSPACE.exec(url))?.[1] ?? url
}

function placeOf(url: string, lineNumber: number): string {
  const file = fileOf(url)
  return file === undefined ? '' : `${file}:${lineNumber + 1}`
}

function fileOf(url: string): string | undefined {
  if (url === '') return undefined
  const match = MODULE.exec(url) ?? WORKSPACE.exec(url)
  return match === null ? url : `${match[1]}/${url.slice(match[0].length)}`
}
