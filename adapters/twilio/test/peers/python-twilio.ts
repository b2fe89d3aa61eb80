import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { codeBlock } from './readme-block.ts'
import type { Order, Outcome, Step } from './steps.ts'

/** Debian's own Python comes first: it has Debian's packages, which another one in the PATH does not. */
const PYTHONS = ['/usr/bin/python3', 'python3']

const python = PYTHONS.find((path) => spawnSync(path, ['-c', 'import twilio']).status === 0)

/** Why tests with Python's library cannot run; false when they can. */
export const withoutPython = python === undefined && "Python's twilio is not installed (Debian package python3-twilio)"

/** A callback with what it was signed with. */
export interface SignedCallback {
  readonly key: string
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly signature: string
}

/** Does all steps with Debian's python3-twilio, and has its validator look at a callback. */
export async function pythonTwilio(
  order: Order & { readonly callback: SignedCallback },
  delivered: () => Promise<void>,
): Promise<Readonly<Record<Step, Outcome>> & { readonly callback: boolean }> {
  const script = fileURLToPath(new URL('python-twilio.py', import.meta.url))
  const child = spawn(python ?? 'python3', [script], { stdio: ['pipe', 'pipe', 'pipe'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const complaints = text(child.stderr)
  const ended = once(child, 'close')
  child.stdin.write(`${JSON.stringify({ ...order, code: await codeBlock('python') })}\n`)
  const sent = await lines.next()
  if (!sent.done) await delivered()
  child.stdin.end('go on\n')
  const outcomes = await lines.next()
  await ended
  if (outcomes.done) throw new Error(await complaints)
  return JSON.parse(outcomes.value)
}
