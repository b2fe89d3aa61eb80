import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRIORITIES, type PriorityName } from '@heliograph/contracts'
import { type UnknownPolicy, unknownPolicy } from '../src/outbound/dispatch/results/unknown-policy.ts'

interface Row {
  readonly name: string
  readonly priority?: PriorityName
  readonly client?: UnknownPolicy
  readonly origin?: UnknownPolicy
  readonly link?: UnknownPolicy
  readonly policy: UnknownPolicy
}

const ROWS: readonly Row[] = [
  { name: 'CRITICAL', priority: 'CRITICAL', policy: 'resend' },
  { name: 'HIGH', priority: 'HIGH', policy: 'resend' },
  { name: 'NORMAL', priority: 'NORMAL', policy: 'hold' },
  { name: 'LOW', priority: 'LOW', policy: 'hold' },
  { name: 'BULK', priority: 'BULK', policy: 'hold' },
  { name: 'the link before the priority', link: 'hold', policy: 'hold' },
  { name: 'the link before the priority, the other way', priority: 'BULK', link: 'resend', policy: 'resend' },
  { name: 'the interface before the priority', origin: 'hold', policy: 'hold' },
  { name: 'the interface before the link', origin: 'resend', link: 'hold', policy: 'resend' },
  { name: 'the client before the priority', client: 'hold', policy: 'hold' },
  { name: 'the client before the link', client: 'hold', link: 'resend', policy: 'hold' },
  { name: 'the client before the interface', client: 'resend', origin: 'hold', link: 'hold', policy: 'resend' },
]

/** What is set for others, to the contrary, and must not count. */
function settingsOf({ client, origin, link, policy }: Row) {
  const contrary = policy === 'hold' ? 'resend' : 'hold'
  return {
    submissions: {
      unknownOutcome: {
        clients: { 1002: contrary, ...(client && { 1001: client }) },
        interfaces: { smpp: contrary, ...(origin && { v2: origin }) },
      },
    },
    links: { 'smsc/other': { unknownOutcome: contrary }, ...(link && { 'smsc/main': { unknownOutcome: link } }) },
  } as const
}

for (const row of ROWS) {
  test(`the policy for a lost answer: ${row.name}`, () => {
    const priority = PRIORITIES[row.priority ?? 'HIGH']
    const subject = { link: 'smsc/main', priority, clientId: 1001, origin: 'v2' }
    assert.equal(unknownPolicy(settingsOf(row), subject), row.policy)
  })
}
