import { close as closeFile, open as openFile } from 'node:fs'
import { mkdir, readdir, readFile, unlink } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from '@heliograph/contracts'

/** The folder within the data folder. */
const FOLDER = 'nodes'
const ENDING = '.sock'

/** Changes whenever the machine starts, and is the same in all containers of a machine. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id'

/** Between the two times that a process has to be found ended: it may have been about to listen. */
const AGAIN_MS = 100

/**
 * Tells whether the processes of earlier nodes of a data folder have ended for certain.
 *
 * A node listens on a socket in the data folder for as long as its process lives, and the system closes it with the
 * process, however that ends. So a socket of this start of this machine that refuses a connection belongs to a process
 * that is no more: nothing of it can reach a network. A process that is stopped still takes connections. Of sockets of
 * another start, or another machine that has the folder as well, nothing is known; neither is where there is no
 * `/proc`. What such nodes own is free when they have been silent for long enough.
 */
export class LifeLine {
  readonly #logger: Logger
  #boot = ''
  /** The descriptor of the folder. */
  #folder: number | undefined
  #server: Server | undefined

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Listens as this node. Goes without where that is not possible. */
  async open(dataDir: string, nodeId: string): Promise<void> {
    try {
      const boot = (await readFile(BOOT_ID, 'utf8')).trim()
      const folder = join(dataDir, FOLDER)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      this.#folder = await promisify(openFile)(folder, 'r')
      this.#boot = boot
      this.#server = await listen(this.#pathOf(nodeId))
    } catch (error) {
      this.#logger.debug(
        { err: error },
        'no socket in the data folder: a restart waits until the node before counts as dead',
      )
    }
  }

  /** Nodes of the data folder whose processes have ended. */
  async ended(): Promise<readonly string[]> {
    if (this.#server === undefined) return []
    const names = await readdir(this.#pathIn(''))
    const beginning = `${this.#boot}.`
    const nodeIds = names
      .filter((name) => name.startsWith(beginning) && name.endsWith(ENDING))
      .map((name) => name.slice(beginning.length, -ENDING.length))
    const ended = await this.#thatRefuse(nodeIds)
    if (ended.length === 0) return ended
    await pass(AGAIN_MS)
    return this.#thatRefuse(ended)
  }

  /** Removes the sockets of nodes that own nothing any more. */
  async forget(nodeIds: readonly string[]): Promise<void> {
    // Another node of the folder may have done the same.
    await Promise.all(nodeIds.map((nodeId) => unlink(this.#pathOf(nodeId)).catch(() => {})))
  }

  /** Call when this node owns nothing any more. Otherwise its socket is left, to tell the next one. */
  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server !== undefined) await new Promise<void>((resolve) => server.close(() => resolve()))
    if (this.#folder !== undefined) await promisify(closeFile)(this.#folder)
    this.#folder = undefined
  }

  async #thatRefuse(nodeIds: readonly string[]): Promise<readonly string[]> {
    const refused = await Promise.all(nodeIds.map((nodeId) => refuses(this.#pathOf(nodeId))))
    return nodeIds.filter((_, index) => refused[index])
  }

  #pathOf(nodeId: string): string {
    return this.#pathIn(`${this.#boot}.${nodeId}${ENDING}`)
  }

  /** By way of the open folder: the path of a socket may have 107 octets only. */
  #pathIn(name: string): string {
    return `/proc/self/fd/${this.#folder}/${name}`
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    // A worker of a cluster would leave it to the process that forked it, which lives on.
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      server.removeAllListeners('error')
      // A connection that cannot be taken is no reason to end the process.
      server.on('error', () => {})
      resolve(server)
    })
  })
}

/** Whether nothing listens on a socket that is there. */
function refuses(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path)
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })
}
