import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** What a program left that ran to its end. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program with its input. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input = '', env }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  // It may end without having read.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

/** Runs a script of this folder with JSON as its input; resolves with the JSON it writes. */
export async function runScript<T>(program: string, args: readonly string[], order: unknown): Promise<T> {
  const [script = '', ...more] = args
  const path = fileURLToPath(new URL(script, import.meta.url))
  const { code, stdout, stderr } = await runProgram(program, [path, ...more], { input: JSON.stringify(order) })
  if (code !== 0) throw new Error(`${program} ended with code ${code}: ${stderr}${stdout}`)
  return JSON.parse(stdout) as T
}
