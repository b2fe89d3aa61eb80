type Close = () => Promise<void>

/** Everything that has to be closed when the bench is interrupted. */
const open = new Set<Close>()

/**
 * Registers `close` to be called on a signal. Returns a function to call instead of `close`, after which a signal no
 * longer calls it.
 */
export function closedOnSignal(close: Close): Close {
  const closeAndForget = async () => {
    open.delete(closeAndForget)
    await close()
  }
  open.add(closeAndForget)
  return closeAndForget
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * On a signal, closes everything that was opened, the last first, and ends the process; a second signal ends it at
 * once.
 */
export function closeOnSignals(): void {
  let isClosing = false
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (isClosing) process.exit(code)
      isClosing = true
      void closeAll().finally(() => process.exit(code))
    })
  }
}

async function closeAll(): Promise<void> {
  for (const close of [...open].reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
}
