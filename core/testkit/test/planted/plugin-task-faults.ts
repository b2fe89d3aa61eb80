import { PERIOD_MS } from '../fixtures/counting-plugin.ts'
import type { PluginFault } from './plugin-fault.ts'

/** In what it does at times of its own. */
export const TASK_FAULTS: readonly PluginFault[] = [
  {
    name: "a timer of Node's",
    parts: (good) => ({
      runTask() {
        const timer = setInterval(() => void good.report(), PERIOD_MS).unref()
        return async () => clearInterval(timer)
      },
    }),
    fails: 'done in its time: reports',
    because: /after 5000 ms, what is seen should be 1 element/,
  },
  {
    name: 'a report at once',
    parts: (good) => ({
      runTask() {
        const done = good.report()
        const end = good.runTask()
        return async () => {
          await done
          await end()
        }
      },
    }),
    fails: 'done in its time: reports',
    because: /before its time|should be 1 element/,
  },
  {
    name: 'a task that ends with its first failure',
    parts: (_good, { clock, http, end }) => ({
      runTask() {
        let cancel = () => {}
        const plan = () => {
          const report = () => http.request({ method: 'POST', url: 'https://reports.example/', body: '0', signal: end })
          cancel = clock.after(PERIOD_MS, () => void report().then(plan, () => undefined))
        }
        plan()
        return async () => cancel()
      },
    }),
    fails: 'done again after another server could not be reached: reports',
    because: /4 periods later, what is seen should be 1 element/,
  },
  {
    name: 'a task that ends when the store is away',
    parts: (good, { clock, http, end }) => ({
      runTask() {
        let cancel = () => {}
        const report = async () => {
          const body = String(await good.read())
          await http
            .request({ method: 'POST', url: 'https://reports.example/', body, signal: end })
            .catch(() => undefined)
          plan()
        }
        const plan = () => {
          cancel = clock.after(PERIOD_MS, () => void report().catch(() => undefined))
        }
        plan()
        return async () => cancel()
      },
    }),
    fails: 'done again after a service has failed: reports',
    because: /call 1 of a service failed, and 4 periods later/,
  },
  {
    name: 'a task that a stop does not end',
    parts: (good) => ({
      runTask() {
        good.runTask()
        return async () => {}
      },
    }),
    fails: 'not done after a stop: reports',
    because: /it was done after the stop|after the stop/,
  },
  {
    name: 'a task that overtakes itself',
    parts: (good, { clock }) => ({
      runTask() {
        let cancel = () => {}
        const running = new Set<Promise<void>>()
        const plan = () => {
          cancel = clock.after(PERIOD_MS, () => {
            plan()
            const done: Promise<void> = good.report().finally(() => running.delete(done))
            running.add(done)
          })
        }
        plan()
        return async () => {
          cancel()
          await Promise.all(running)
        }
      },
    }),
    fails: 'does not overtake itself while another server is silent: reports',
    because: /asks again while its request is under way/,
  },
  {
    name: 'a task that waits for a silent server when it should stop',
    parts: (_good, { http }) => ({
      report: async () => {
        await http.request({ method: 'POST', url: 'https://reports.example/', body: '0' }).catch(() => undefined)
      },
    }),
    fails: 'a stop ends with its signal while it is done: reports',
    because: /ms after its signal/,
  },
]
