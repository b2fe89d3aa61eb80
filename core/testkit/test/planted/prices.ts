import { threadCpuMs } from '../../src/thread-cpu.ts'
import { GOOD, type Mistake, sending } from '../fixtures/mistaken-adapter.ts'

const PACE = `takes at most 5 ms of CPU time for a request, of 1,000 the median: ${GOOD}`

/** Keeps the thread busy. */
function work(ms: number): void {
  const begun = threadCpuMs()
  while (threadCpuMs() - begun < ms);
}

/** More than is allowed on the slowest machine that the kit allows for. */
const MUCH_MS = 30

/** Requests that cost too much, and tables that show too little. */
export const PRICE_FAULTS: readonly Mistake[] = [
  {
    name: '30 ms of work in each request',
    adapter: sending((_request, good) => {
      work(MUCH_MS)
      return good()
    }),
    fails: PACE,
    because: /a request takes \d+\.\d ms of CPU time, at most 5 are allowed/,
  },
  {
    name: 'work that grows with each request',
    adapter: (adapter, context, config) => {
      let count = 0
      return sending((_request, good) => {
        count += 1
        if (count > 300) work(MUCH_MS)
        return good()
      })(adapter, context, config)
    },
    fails: PACE,
    because: /after \d+ others takes \d+\.\d ms of CPU time/,
  },
  {
    name: 'bodies of 64 MiB',
    adapter: ({ routes = [] }) => ({ routes: routes.map((route) => ({ ...route, bodyLimit: 64 * 1024 * 1024 })) }),
    fails: 'takes no bodies above 8 MiB',
    because: /\/tiny\/send takes bodies of 67108864 octets/,
  },
  {
    name: 'bodies of any size on a route that reads none',
    adapter: ({ routes = [] }) => ({
      routes: routes.map((route) => (route.method === 'GET' ? { ...route, bodyLimit: 2 ** 31 } : route)),
    }),
    fails: 'takes no bodies above 8 MiB',
    because: /GET \/tiny\/status takes bodies of/,
  },
  {
    name: 'a table with one recipient a request',
    options: { severalRecipients: undefined },
    fails: 'its table shows a request with several recipients',
    because: /severalRecipients: false/,
  },
]
