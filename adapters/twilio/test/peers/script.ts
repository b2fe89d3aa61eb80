import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** A script of this folder that answers each line of JSON with another. */
export interface Script {
  ask<T>(order: unknown): Promise<T>
  close(): Promise<void>
}

/** Starts a script by its interpreter. */
export function startScript(interpreter: string, name: string, ...args: readonly string[]): Script {
  const path = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(interpreter, [path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  // It may have ended; its last words then are in the error of `ask`.
  child.stdin.on('error', () => {})
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const complaints = text(child.stderr)
  return {
    async ask(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      const { done, value } = await lines.next()
      if (done) throw new Error(`${name} ended: ${await complaints}`)
      return JSON.parse(value)
    },
    async close() {
      child.stdin.end()
      await ended
    },
  }
}
