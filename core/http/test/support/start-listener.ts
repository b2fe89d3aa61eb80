import { type ChildProcess, spawn } from 'node:child_process'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ServerKind } from '../../src/index.ts'
import type { Question } from './listener-process.ts'

/** Runs a listener in a process of its own, which may have so many file descriptors, and ends it after the test. */
export async function startListener(test: TestContext, kind: ServerKind, descriptors: number) {
  const file = fileURLToPath(new URL('listener-process.ts', import.meta.url))
  const loading = process.execArgv.filter((argument) => !argument.startsWith('--test'))
  const command = `ulimit -n ${descriptors}; exec "$@"`
  const child = spawn('sh', ['-c', command, 'sh', process.execPath, ...loading, file, kind], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  test.after(() => child.kill('SIGKILL'))
  const { port } = (await nextMessage(child, 'port')) as { port: number }
  const ask = async (question: Question) => {
    child.send(question)
    return ((await nextMessage(child, 'result')) as { result: number }).result
  }
  return { port, ask, nextWarning: () => nextMessage(child, 'warned') as Promise<{ warned: string }> }
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
