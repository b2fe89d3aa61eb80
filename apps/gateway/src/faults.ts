/** Called with the thrown value. Must not throw. */
export type FaultHandler = (thrown: unknown) => void

export interface FaultListener {
  dispose(): void
}

/** Only the newest handler is called. Node has no such order among its listeners. */
const handlers: FaultHandler[] = []

/**
 * Calls `handler`, instead of any earlier handler, with every uncaught error and unhandled rejection in this process,
 * until it is disposed. While there is a handler, Node itself neither prints the error nor ends the process.
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
