import { type ChildProcess, spawn } from 'node:child_process'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ServerKind } from '../../src/index.ts'
import type { Question } from './listener-process.ts'

/**
 * Runs a listener in a process of its own, and ends it after the test. `descriptors`: how many that process may have;
 * by default as many as this process.
 */
export async function startListener(test: TestContext, kind: ServerKind, descriptors?: number) {
  const file = fileURLToPath(new URL('listener-process.ts', import.meta.url))
  const loading = process.execArgv.filter((argument) => !argument.startsWith('--test'))
  const command = [process.execPath, ...loading, file, kind] as const
  const bounded = ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh', ...command] as const
  const [program, ...words] = descriptors === undefined ? command : bounded
  const child = spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  test.after(() => child.kill('SIGKILL'))
  const ports = (await nextMessage(child, 'port')) as { port: number; operatorsPort: number }
  const ask = async (question: Question) => {
    child.send(question)
    return ((await nextMessage(child, 'result')) as { result: number }).result
  }
  return { ...ports, ask, nextWarning: () => nextMessage(child, 'warned') as Promise<{ warned: string }> }
}

function nextMessage(child: ChildProcess, key: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: object) => {
      if (!(key in message)) return
      child.off('message', onMessage).off('exit', onExit)
      resolve(message)
    }
    const onExit = () => reject(new Error(`the listener's process ended before it said ${key}`))
    child.on('message', onMessage).on('exit', onExit)
  })
}
