import { createHook, executionAsyncId } from 'node:async_hooks'
import { type CallSite, callSite } from './call-site.ts'

/** A Node timer or a socket that an instance has created and that still exists. */
export interface OpenHandle {
  readonly kind: string
  readonly site: CallSite
}

/** The account to which a handle is charged. */
export interface Account {
  readonly handles: Set<OpenHandle>
  note(misdeed: string): void
}

/** Node's names for the handles that count. A TLS connection has a TCP handle below it. */
const KINDS: Readonly<Record<string, string>> = {
  Timeout: "timer of Node's",
  TCPWRAP: 'socket',
  TCPSERVERWRAP: 'listening socket',
  UDPWRAP: 'UDP socket',
  PIPEWRAP: 'pipe',
  PIPESERVERWRAP: 'listening pipe',
  PROCESSWRAP: 'child process',
}

/** Files of Node that a timer set by a module passes through; other files set timers for Node itself. */
const TIMER_FILES = /node:(?:internal\/)?(?:timers|async_hooks|abort_controller|util|promises)/

/** Steps between a call and its handle: `listen` and `connect` look their address up first. */
const STEPS: readonly string[] = ['TickObject', 'GETADDRINFOREQWRAP']

let isWatching = false

/**
 * Charges every timer and socket to an account while it is open; `account` returns that account, if any. Installed once
 * per process.
 */
export function watchHandles(account: () => Account | undefined): void {
  if (isWatching) return
  isWatching = true
  const open = new Map<number, () => void>()
  const steps = new Map<number, CallSite>()
  createHook({
    init: function init(asyncId, type) {
      const kind = KINDS[type]
      if (kind === undefined && !STEPS.includes(type)) return
      const owner = account()
      if (owner === undefined) return
      const found = callSite(init)
      const site = found.place === undefined ? (steps.get(executionAsyncId()) ?? found) : found
      if (kind === undefined) return void steps.set(asyncId, site)
      if (type === 'Timeout') {
        if (found.through.some((frame) => !TIMER_FILES.test(frame))) return
        if (site.isOwn) owner.note(`sets a timer of Node's at ${site.place}: time comes from context.clock`)
      }
      const handle = { kind, site }
      owner.handles.add(handle)
      open.set(asyncId, () => owner.handles.delete(handle))
    },
    destroy(asyncId) {
      steps.delete(asyncId)
      open.get(asyncId)?.()
      open.delete(asyncId)
    },
  }).enable()
}
