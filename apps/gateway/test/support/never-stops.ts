import { setTimeout as delay } from 'node:timers/promises'
import { listenForStop } from '../../src/stop-signals.ts'

const { signal } = listenForStop()
signal.addEventListener('abort', async () => {
  console.log(`asked to stop by ${signal.reason}`)
  // What a program between the terminal and us would pass on: from here, so that it comes at once however busy the machine is.
  process.kill(process.pid, 'SIGTERM')
  // Longer than signals count as one.
  await delay(600)
  console.log('still here')
})
setInterval(() => undefined, 60_000)
console.log('ready')
