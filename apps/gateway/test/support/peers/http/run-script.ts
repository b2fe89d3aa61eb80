import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The result of a program that ran to its end. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program with the given input. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input = '', env }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  // The program may end without reading its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

/** Runs a script of this folder with JSON as input; resolves with the JSON that it writes. */
export async function runScript<T>(program: string, args: readonly string[], order: unknown): Promise<T> {
  const [script = '', ...more] = args
  const path = fileURLToPath(new URL(script, import.meta.url))
  const { code, stdout, stderr } = await runProgram(program, [path, ...more], { input: JSON.stringify(order) })
  if (code !== 0) throw new Error(`${program} ended with code ${code}: ${stderr}${stdout}`)
  return JSON.parse(stdout) as T
}
