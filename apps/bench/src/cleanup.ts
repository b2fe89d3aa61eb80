type Close = () => Promise<void>

/** What has to be closed when the bench is told to stop in the middle. */
const open = new Set<Close>()

/** Returns `close` as it is to be called: from then on nothing of it is left for a signal to end. */
export function closedOnSignal(close: Close): Close {
  const closeAndForget = async () => {
    open.delete(closeAndForget)
    await close()
  }
  open.add(closeAndForget)
  return closeAndForget
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** On a signal everything that was opened is closed, the last first, and the process ends; a second signal ends it at once. */
export function closeOnSignals(): void {
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => void closeAll().finally(() => process.exit(code)))
  }
}

async function closeAll(): Promise<void> {
  for (const close of [...open].reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
}
