import { clearInterval, setInterval } from 'node:timers'
import { Worker } from 'node:worker_threads'

/** CPU time without a turn of the event loop after which none is expected any more. */
const ENDLESS_MS = 20_000
const BEAT_MS = 100

/**
 * Runs in a thread of its own, without the kit. It counts CPU time, not real time: a process that waits for a processor
 * is not stuck. The stack comes from the thread that is stuck, where source maps are known.
 */
const PROGRAM = `
const { workerData: { beats, endlessMs } } = require('node:worker_threads')
const { Session } = require('node:inspector')
const { writeSync } = require('node:fs')
const STACK = "(() => { Error.stackTraceLimit = 30; return new Error('').stack })()"
let last = -1
let since = process.cpuUsage()
let isOver = false
setInterval(() => {
  const { user, system } = process.cpuUsage(since)
  if (beats[0] !== last) {
    last = beats[0]
    since = process.cpuUsage()
  } else if (user + system > endlessMs * 2000) end('')
  else if (user + system > endlessMs * 1000 && !isOver) {
    isOver = true
    askWhere()
  }
}, ${BEAT_MS})
function askWhere() {
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.paused', ({ params }) => {
    const [{ callFrameId }] = params.callFrames
    session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression: STACK }, (_, answer) => {
      end(String(answer?.result?.value ?? ''))
    })
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}
function end(stack) {
  const frames = stack.split('\\n').filter((line) => line.includes(' at ') && !/node:|evalmachine|<anonymous>:/.test(line))
  const seconds = Math.round(endlessMs / 1000)
  const where = frames.length > 0 ? frames.slice(0, 3).join('\\n') : '    at an unknown place'
  writeSync(2, 'The event loop did not turn during ' + seconds + ' s of CPU time. The run ends here, since it never would:\\n' + where + '\\n')
  process.kill(process.pid, 'SIGKILL')
}
`

let isWatching = false

/**
 * Ends the process, with the lines that keep it, when code under test does not return to the event loop: no deadline of
 * the kit could run. Started once per process; `endlessMs` is CPU time.
 */
export function startWatchdog(endlessMs: number = ENDLESS_MS): void {
  if (isWatching) return
  isWatching = true
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData: { beats, endlessMs } })
  worker.on('error', () => clearInterval(timer)).unref()
}
