/**
 * A node in a process of its own, to be killed. Arguments: database URL, milliseconds that a link takes to answer, its
 * window, its roles separated by commas. With DATA_DIR in its environment it has that data folder; with POISON, a text
 * with a link ends it; with THROTTLED, its link throttles everything; with SHARES, its link has so many, which nodes
 * share. Reports on stdout every message handed to its link, before the answer.
 */
import { writeSync } from 'node:fs'
import { captureLogger, captureMetrics, createHttpClientDouble } from '@heliograph/testkit'
import { Engine, type NodeRole } from '../../src/index.ts'
import { MASTER_KEY, systemClock, testSettings } from './engine-harness.ts'
import { accept, carrierOf, FakeLink, SharedLink } from './fake-carrier.ts'

const [url = '', delayMs = '0', window = '100', roles = 'dispatch,cron'] = process.argv.slice(2)

const link = createLink()
link.answer = (message) => {
  writeSync(1, `${message.smsId}\n`)
  if (process.env.THROTTLED !== undefined) return [{ kind: 'throttled', status: 'ESME_RTHROTTLED' }]
  return new Promise((resolve) => setTimeout(() => resolve(accept(message)), Number(delayMs)))
}
const engine = new Engine({
  url,
  settings: testSettings(),
  masterKeys: [MASTER_KEY],
  nodeName: 'victim',
  roles: roles.split(',') as NodeRole[],
  dataDir: process.env.DATA_DIR,
  clock: systemClock,
  logger: captureLogger(),
  metrics: captureMetrics(),
  http: createHttpClientDouble(),
  publicUrl: () => {
    if (process.env.POISON !== undefined) process.kill(process.pid, 'SIGKILL')
    return 'https://sms.example.com'
  },
  onFatal: () => process.exit(1),
})
await engine.open()
await engine.join()
engine.useCarriers(new Map([['net', carrierOf(link)]]))
await engine.startWork()

function createLink(): FakeLink {
  const { SHARES } = process.env
  const whole = { window: Number(window), partsPerSecond: 0 }
  return SHARES === undefined ? Object.assign(new FakeLink(), whole) : new SharedLink('main', Number(SHARES), whole)
}
