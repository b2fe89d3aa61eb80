import { setTimeout as delay } from 'node:timers/promises'
import { listenForStop } from '../../src/stop-signals.ts'

const { signal } = listenForStop({ onReload: () => console.log('asked to reload') })
signal.addEventListener('abort', async () => {
  console.log(`asked to stop by ${signal.reason}`)
  // The echo that a program between the terminal and this process would pass on, sent from here so that it arrives at
  // once, however busy the machine is.
  process.kill(process.pid, 'SIGTERM')
  // Longer than the time within which signals count as one.
  await delay(600)
  console.log('still here')
})
setInterval(() => undefined, 60_000)
console.log('ready')
