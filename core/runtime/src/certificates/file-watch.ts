import { stat } from 'node:fs/promises'
import type { Clock } from '@heliograph/contracts'

/** Certificates are renewed weeks before they end, so a change may wait. */
const LOOK_MS = 10_000

export interface FileWatchOptions {
  readonly clock: Clock
  /** The files to look at, asked for at each look. */
  readonly files: () => readonly string[]
  /** Called when files have changed and have then been left alone between two looks. Must not reject. */
  readonly onChange: () => Promise<void>
}

/**
 * Notices when files change, by looking at them regularly: certificate and key are written one after the other, and
 * Kubernetes exchanges neither but a link somewhere above them, of which no watch on a file or its folder tells.
 */
export class FileWatch {
  readonly #options: FileWatchOptions
  #seen = new Map<string, string>()
  /** At first too: the files may have changed since they were read. */
  #isChanging = true
  #cancel = () => {}
  #isStopped = false

  constructor(options: FileWatchOptions) {
    this.#options = options
  }

  start(): void {
    this.#cancel = this.#options.clock.after(
      LOOK_MS,
      () => void this.look().then(() => this.#isStopped || this.start()),
    )
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  /** Looks now. Resolves when what follows from it is done. */
  async look(): Promise<void> {
    const { files, onChange } = this.#options
    const paths = [...new Set(files())]
    const found = new Map(await Promise.all(paths.map(async (path) => [path, await signature(path)] as const)))
    const hasChanged = paths.some((path) => this.#seen.get(path) !== found.get(path))
    this.#seen = found
    if (hasChanged) this.#isChanging = true
    else if (this.#isChanging && !this.#isStopped) {
      this.#isChanging = false
      await onChange()
    }
  }
}

/** Changes with the file, however it was exchanged: written over, renamed into place, or behind another link. */
async function signature(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(path)
    return `${dev}:${ino}:${size}:${mtimeMs}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unreadable'
  }
}
