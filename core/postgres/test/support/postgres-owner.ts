import { once } from 'node:events'
import { openEmbeddedPostgres } from '../../src/index.ts'

// Opens the server of the folder given as the first argument (with the grace given as the second), reports that on
// stdout, and gives it up when stdin ends.
async function run(): Promise<void> {
  try {
    const [, , dataDir = '', idleGraceMs] = process.argv
    const server = await openEmbeddedPostgres({
      dataDir,
      durable: false,
      ...(idleGraceMs !== undefined && { idleGraceMs: Number(idleGraceMs) }),
    })
    console.log(JSON.stringify({ url: server.url, startedHere: server.startedHere }))
    process.stdin.resume()
    await once(process.stdin, 'end')
    await server.stop()
  } catch (error) {
    console.log(JSON.stringify({ error: (error as Error).message }))
    process.exitCode = 1
  }
}

await run()
