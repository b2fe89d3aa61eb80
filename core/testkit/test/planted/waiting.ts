import type { HttpResponse } from '@heliograph/contracts'
import { type Change, GOOD, type Mistake, plain, sending } from '../fixtures/mistaken-adapter.ts'

const COMMITTED = `does not answer before what it accepted is safe: ${GOOD}`
const HANGING = 'starts and stops within its signals while other servers never answer'
const STOPS = `stops when its signal ends, though a request waits: ${GOOD}`
const impatient = { patienceMs: 200 }

/** Answers after a time by the clock, whether or not the message is stored. */
const answeringAfter =
  (delayMs: number, body = 'OK 1'): Change =>
  (adapter, context, config) =>
    sending((_request, good) => {
      const stored = good() as Promise<HttpResponse>
      let cancel = () => {}
      const late = new Promise<HttpResponse>((resolve) => {
        cancel = context.clock.after(delayMs, () => resolve(plain(200, body)))
      })
      return Promise.race([stored, late]).finally(cancel)
    })(adapter, context, config)

const waitingFor =
  (url: string): Change =>
  (_adapter, { http }) => ({
    start: async () => void (await http.request({ method: 'GET', url }).catch(() => undefined)),
  })

/** What happens when the world is slow. */
export const WAITING_FAULTS: readonly Mistake[] = [
  {
    name: 'success after a second, stored or not',
    adapter: answeringAfter(1_000),
    fails: COMMITTED,
    because: /answered with 200 while its transaction was not committed/,
  },
  {
    name: 'success after a minute, stored or not',
    adapter: answeringAfter(60_000),
    fails: COMMITTED,
    because: /answered with 200 while its transaction was not committed/,
  },
  {
    name: '"pending" after a while, with the status of success',
    adapter: answeringAfter(5_000, 'PENDING'),
    fails: COMMITTED,
    because: /answered with 200 while its transaction was not committed/,
  },
  {
    name: 'a start that waits for a server and heeds no signal',
    adapter: waitingFor('https://slow.example/'),
    options: impatient,
    fails: HANGING,
    because: /start did not end within 200 ms/,
  },
  {
    name: 'a stop that tells a server, without a signal',
    adapter: (_adapter, { http }) => ({
      stop: async () =>
        void (await http.request({ method: 'POST', url: 'https://slow.example/bye' }).catch(() => undefined)),
    }),
    options: impatient,
    fails: HANGING,
    because: /stop did not end within 200 ms/,
  },
  {
    name: 'a stop that waits for every request',
    adapter: (adapter, context, config) => {
      const open = new Set<Promise<unknown>>()
      const changed = sending((_request, good) => {
        const answer = (good() as Promise<unknown>).finally(() => open.delete(answer))
        open.add(answer)
        return answer
      })(adapter, context, config)
      return { ...changed, stop: async () => void (await Promise.allSettled(open)) }
    },
    options: impatient,
    fails: STOPS,
    because: /stop did not end within 200 ms/,
  },
  {
    name: 'a stop that waits for a message of its own',
    adapter: () => ({ stop: () => new Promise(() => undefined) }),
    options: impatient,
    fails: HANGING,
    because: /stop did not end within 200 ms/,
  },
]
