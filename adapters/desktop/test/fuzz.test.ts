import { fuzzTextInterface } from '@heliograph/testkit'
import desktop from '../src/index.ts'
import { desktopInterface } from './interface.ts'

fuzzTextInterface(desktop, {
  wire: desktopInterface,
  world: { config: {} },
  statuses: [200, 405],
  isAnswer: (text) => /^(?:ERROR! .+|(?:\d+:[^,]*:(?:PENDING|ERROR)(?:,|$))+)$/su.test(text),
  tells: (text, { smsId, to }) => `,${text},`.includes(`,${smsId}:${to}:PENDING,`),
  names: ['key', 'password', 'KEY'],
})
