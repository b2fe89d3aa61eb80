import { type AdapterKit, CONFORMANCE_API_KEY, type ExchangeCase, runAdapterConformance } from '@heliograph/testkit'
import email from '../src/index.ts'
import { answersTable } from './documentation.ts'
import { connectSmtp } from './smtp-client.ts'
import { ACCOUNT, CONFIG, EMAIL, NUMBER, plain, RECIPIENT, send } from './world.ts'

/** Logs in, sends one mail and leaves; resolves with the answer. */
const sending = (to: string) => async (kit: AdapterKit) => {
  const client = await connectSmtp(kit.adapter.address?.()?.port ?? 0)
  try {
    const login = await client.say(`AUTH PLAIN ${plain(EMAIL, CONFORMANCE_API_KEY)}`)
    return login.code === 235 ? await send(client, { to: [to] }) : login
  } finally {
    await client.end()
  }
}

const EXCHANGES: readonly ExchangeCase[] = [
  {
    name: 'takes a mail',
    exchange: sending(RECIPIENT),
    expect: {
      answer: { code: 250, lines: ['OK: sent as 1'] },
      submitted: [{ to: NUMBER, text: 'Come home.', origin: 'email' }],
    },
  },
  {
    name: 'refuses a login without a good password',
    before: ({ account, engine }) => engine.setKeyEnabled(account.apiKey, false),
    exchange: sending(RECIPIENT),
    expect: { answer: { code: 535 } },
  },
  {
    name: 'refuses a recipient that is no number',
    exchange: sending('jo@sms.example'),
    expect: { answer: { code: 553 } },
  },
]

runAdapterConformance(email, {
  packageRoot: new URL('..', import.meta.url),
  config: CONFIG,
  account: ACCOUNT,
  cases: [],
  exchanges: EXCHANGES,
  credentials: false,
  documentation: { answers: answersTable() },
})
