import assert from 'node:assert/strict'
import { runCli } from '../../src/cli.ts'
import type { ProcessInput } from '../../src/process-input.ts'
import type { Finished } from './gateway-process.ts'

/** Runs a command in this process, for the many cases in which a separate process would prove nothing more. */
export async function runHere(
  args: readonly string[],
  input?: ProcessInput,
): Promise<Pick<Finished, 'code' | 'stdout' | 'stderr'>> {
  const finished = { code: 0, stdout: '', stderr: '' }
  finished.code = await runCli(args, {
    out(text) {
      finished.stdout += text
    },
    err(text) {
      finished.stderr += text
    },
    ...(input === undefined ? {} : { input }),
  })
  return finished
}

/** Like `runHere`, for a command with `--json` that has to succeed. Resolves with its answer. */
export async function runJsonHere<T>(args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await runHere([...args, '--json'])
  assert.equal(code, 0, stderr)
  assert.equal(stderr, '')
  assert.match(stdout, /^\{.*\}\n$/)
  return JSON.parse(stdout) as T
}
