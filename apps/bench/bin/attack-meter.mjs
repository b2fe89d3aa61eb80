// Loaded into a gateway under attack before its program (`node --import`): measures from within what the event loop and
// the memory go through, and answers on the local socket that the query of its URL names. Each answer begins a new
// measurement.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

const TICK_MS = 5
const MEBIBYTE = 2 ** 20

const path = new URL(import.meta.url).searchParams.get('socket')
if (path !== null) {
  let longestMs = 0
  let rss = 0
  let since = mainThreadMs()
  const look = () => {
    const now = mainThreadMs()
    longestMs = Math.max(longestMs, now - since)
    since = now
    rss = Math.max(rss, process.memoryUsage.rss())
  }
  setInterval(look, TICK_MS).unref()
  createServer((socket) => {
    look()
    socket.on('error', () => {})
    socket.end(JSON.stringify({ blockedMs: longestMs, mebibytes: rss / MEBIBYTE }))
    longestMs = 0
    rss = 0
  })
    .listen(path)
    .unref()
}

/** CPU time of the thread that runs JavaScript, without those that hash passwords or collect garbage beside it. */
function mainThreadMs() {
  return Number.parseInt(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1'), 10) / 1_000_000
}
