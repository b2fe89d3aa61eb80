import { withLock } from '../../src/system/lock.ts'

// Takes the lock given as the argument and never releases it.
await withLock(process.argv[2] ?? '', 10_000, async () => {
  console.log('held')
  await new Promise<never>(() => setInterval(() => undefined, 60_000))
})
