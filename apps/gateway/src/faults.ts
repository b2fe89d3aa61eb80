/** Told of what was thrown. Must not throw itself. */
export type FaultHandler = (thrown: unknown) => void

export interface FaultListener {
  dispose(): void
}

/** The one that came last is told; Node knows no such order among its listeners. */
const handlers: FaultHandler[] = []

/**
 * Tells `handler` of whatever is thrown or rejected in this process and caught by nobody, instead of those that listened before, until it is disposed. As
 * long as anybody listens, Node itself neither prints nor ends anything.
 */
export function listenForFaults(handler: FaultHandler): FaultListener {
  if (handlers.length === 0) for (const name of EVENTS) process.on(name, tell)
  handlers.push(handler)
  return {
    dispose() {
      const index = handlers.indexOf(handler)
      if (index !== -1) handlers.splice(index, 1)
      if (handlers.length === 0) for (const name of EVENTS) process.off(name, tell)
    },
  }
}

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const

function tell(thrown: unknown): void {
  handlers.at(-1)?.(thrown)
}
