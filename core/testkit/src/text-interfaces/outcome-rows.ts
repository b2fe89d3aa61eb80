import { type ErrorCategory, PRIORITIES } from '@heliograph/contracts'
import type { AdapterCase, AdapterKit } from '../conformance/adapter-case.ts'
import { ELSEWHERE, OWNER, type Sender, sending, type TextInterface, THERE, texting } from './text-interface.ts'

/** A client that can pay for two parts. */
const POOR: Sender = { clientId: 1003, apiKey: 'Pp3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx' }

const PREFERRED: Sender = { clientId: 1003, apiKey: 'Vv3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx' }

const addPoor = ({ engine }: AdapterKit) =>
  void engine.addAccount({ credit: '0.10', price: '0.05', apiKey: POOR.apiKey })

/** Outcomes of recipients and of requests as a whole. */
export function outcomeRows(wire: TextInterface): readonly AdapterCase[] {
  const three = `${THERE},n/a,0829876543`
  const answered = (...results: readonly string[]) => ({ status: 200, body: wire.answer(results) })
  return [
    {
      name: 'outcome: priority NORMAL, by the name of the interface, from the default channel',
      request: sending(wire, texting(wire, THERE, 'Hello', { from: 'ACME', sender: 'ACME' })),
      expect: {
        ...answered(`1:${THERE}:PENDING`),
        submitted: [{ priority: 'NORMAL', origin: wire.origin, from: '27820000000', state: 'queued', bulkId: null }],
      },
      before: ({ engine, account }) => {
        engine.addChannel(account.clientId, { number: '27820000000', default: true })
        engine.addChannel(account.clientId, { sender: 'ACME' })
      },
    },
    {
      name: "outcome: a user's own priority goes before that of the interface",
      before: ({ engine }) => void engine.addAccount({ user: { priority: PRIORITIES.BULK }, apiKey: PREFERRED.apiKey }),
      request: sending(wire, texting(wire, THERE), undefined, { sender: PREFERRED }),
      expect: { ...answered(`1:${THERE}:PENDING`), submitted: [{ priority: 'BULK' }] },
    },
    {
      name: 'outcome: good and bad recipients in one request',
      before: ({ engine, account }) =>
        void engine.contacts.set(account.clientId, ELSEWHERE, 'opted-out', { kind: 'web' }),
      request: sending(wire, texting(wire, `${three},082 765 4321`)),
      expect: {
        ...answered(`1:${THERE}:PENDING`, '0:n/a:ERROR', `0:${ELSEWHERE}:ERROR`, '2:27827654321:PENDING'),
        submitted: [{ to: THERE }, { to: '27827654321' }],
      },
    },
    {
      name: 'outcome: all opted out',
      before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
      request: sending(wire, texting(wire, '0821234567')),
      expect: answered(`0:${THERE}:ERROR`),
    },
    {
      name: 'outcome: credit is spent in the order of the request until it is out',
      before: addPoor,
      request: sending(wire, texting(wire, `${THERE},n/a,${ELSEWHERE},${THERE},${ELSEWHERE}`), undefined, {
        sender: POOR,
      }),
      expect: {
        ...answered(
          `1:${THERE}:PENDING`,
          '0:n/a:ERROR',
          `2:${ELSEWHERE}:PENDING`,
          `0:${THERE}:ERROR`,
          `0:${ELSEWHERE}:ERROR`,
        ),
        submitted: [{ to: THERE }, { to: ELSEWHERE }],
      },
    },
    {
      name: 'outcome: no credit for any',
      before: addPoor,
      request: sending(wire, texting(wire, three, 'x'.repeat(307)), undefined, { sender: POOR }),
      expect: answered(`0:${THERE}:ERROR`, '0:n/a:ERROR', `0:${ELSEWHERE}:ERROR`),
    },
    {
      name: 'outcome: no enabled channel is ERROR for each',
      before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
      request: sending(wire, texting(wire, three)),
      expect: answered(`0:${THERE}:ERROR`, '0:n/a:ERROR', `0:${ELSEWHERE}:ERROR`),
    },
    ...(Object.keys(wire.failures) as ErrorCategory[]).map((category): AdapterCase => {
      return {
        name: `outcome: the gateway refuses with ${category}`,
        before: ({ engine }) => engine.failNext(category, 'submissions'),
        request: sending(wire, texting(wire, THERE)),
        expect: {
          ...wire.failures[category],
          ...(category === 'internal' ? { logs: [{ level: 'error', text: 'request failed' }] } : {}),
        },
      }
    }),
    {
      name: 'outcome: the database is away, found out by the directory',
      before: ({ engine }) => engine.failNext('unavailable', 'directory'),
      request: sending(wire, texting(wire, THERE)),
      expect: wire.failures.unavailable,
    },
    {
      name: 'outcome: what another client is is of no concern',
      before: ({ engine, stranger }) => {
        engine.setChannelEnabled(stranger.channel.channelId, false)
        engine.contacts.set(stranger.clientId, THERE, 'opted-out', { kind: 'web' })
      },
      request: sending(wire, texting(wire, THERE), undefined, { sender: OWNER }),
      expect: { ...answered(`1:${THERE}:PENDING`), submitted: [{ clientId: OWNER.clientId }] },
    },
  ]
}
