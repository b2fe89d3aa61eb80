import { type AdapterKit, type ExchangeCase, runAdapterConformance } from '@heliograph/testkit'
import smpp from '../src/index.ts'
import { statusesTable } from './documentation.ts'
import { connectRaw } from './raw-client.ts'
import { HELLO } from './row.ts'
import { CONFIG, credentials, EMAIL } from './world.ts'

/** A client that binds, sends one request and leaves. Resolves with the answer. */
const sending = (fields: Readonly<Record<string, unknown>>) => async (kit: AdapterKit) => {
  const client = await connectRaw(kit.adapter.address?.()?.port ?? 0)
  try {
    const { command_status } = await client.request('bind_transceiver', credentials(kit))
    if (command_status !== 0) return { command_status }
    const answer = await client.request('submit_sm', { ...HELLO, ...fields })
    return { command_status: answer.command_status, message_id: answer.message_id }
  } finally {
    await client.end()
  }
}

const EXCHANGES: readonly ExchangeCase[] = [
  {
    name: 'takes a text',
    exchange: sending({}),
    expect: {
      answer: { command_status: 0, message_id: '1' },
      // The connection's name and the sequence number of the PDU, of which the bind was the first.
      submitted: [{ to: '27821234567', text: 'hello', requestId: /^[0-9a-z]{12}-2$/ }],
    },
  },
  {
    name: 'lets nobody in without a good password',
    before: ({ account, engine }) => engine.setKeyEnabled(account.apiKey, false),
    exchange: sending({}),
    expect: { answer: { command_status: (status: number) => status !== 0 } },
  },
]

runAdapterConformance(smpp, {
  packageRoot: new URL('..', import.meta.url),
  config: CONFIG,
  account: { user: { email: EMAIL }, channel: { number: '27000111222' } },
  cases: [],
  exchanges: EXCHANGES,
  credentials: false,
  documentation: { statuses: statusesTable() },
})
