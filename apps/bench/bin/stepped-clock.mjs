// Loaded into a node under chaos before its program (`node --import`): lets its clock step, forwards or back, as when a
// machine's clock is set. The file that the query of its URL names holds the step in milliseconds; without the file
// there is none. Clocks that only ever grow (`performance.now`, timers) go on as they are.
import { readFileSync } from 'node:fs'

const LOOK_MS = 100

const path = new URL(import.meta.url).searchParams.get('file')
const RealDate = Date
const realNow = RealDate.now
let stepMs = 0

const now = () => realNow() + stepMs

function SteppedDate(...args) {
  if (new.target === undefined) return new RealDate(now()).toString()
  return Reflect.construct(RealDate, args.length === 0 ? [now()] : args, new.target)
}
SteppedDate.prototype = RealDate.prototype
SteppedDate.now = now
// The rest of what the constructor has, and dates made elsewhere are dates here.
Object.setPrototypeOf(SteppedDate, RealDate)
RealDate.prototype.constructor = SteppedDate

if (path !== null) {
  globalThis.Date = SteppedDate
  const look = () => {
    try {
      stepMs = Number(readFileSync(path, 'utf8'))
    } catch {
      stepMs = 0
    }
  }
  look()
  setInterval(look, LOOK_MS).unref()
}
