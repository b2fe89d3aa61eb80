import { setTimeout as delay } from 'node:timers/promises'
import { listenForStop } from '../../src/stop-signals.ts'

const { signal } = listenForStop()
signal.addEventListener('abort', async () => {
  console.log(`asked to stop by ${signal.reason}`)
  // Longer than signals count as one.
  await delay(600)
  console.log('still here')
})
setInterval(() => undefined, 60_000)
console.log('ready')
