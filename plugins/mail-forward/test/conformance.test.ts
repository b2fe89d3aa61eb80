import { after } from 'node:test'
import { runPluginConformance } from '@heliograph/testkit'
import mailForward from '../src/index.ts'
import { LOGIN, startSink } from './sink.ts'

const sink = await startSink()
after(() => sink.close())

runPluginConformance(mailForward, {
  packageRoot: new URL('..', import.meta.url),
  config: { host: '127.0.0.1', port: sink.port, startTls: 'never', from: 'sms@example.com', ...LOGIN },
  // A mail that was sent cannot be recognised: forward.test.ts has them, with relays that answer in all ways.
  events: false,
})
