import assert from 'node:assert/strict'
import { PRIORITIES, type Principal, Submissions } from '@heliograph/contracts'
import type { StoredMessage } from '../memory/messages.ts'
import type { ReadCase } from './adapter-case.ts'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import type { AdapterSuite } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { assertDiscreet } from './discretion.ts'
import { difference } from './match.ts'

/** Each read case twice: for a message of its own client, and for one of another, which must be answered as if there were none. */
export function isolationChecks(suite: AdapterSuite): readonly Check[] {
  return suite.reads.flatMap((read) => [
    {
      name: `shows an own message: ${read.name}`,
      run: () =>
        inWorld(suite, async (kit) => {
          const own = await send(kit, kit.account.principal)
          const { text } = await kit.request(read.request(own))
          assert.ok(read.shows(text, own), `the client's message is not in the response:\n${text.slice(0, 2000)}`)
        }),
    },
    {
      name: `hides a message of another client: ${read.name}`,
      run: () => inWorld(suite, (kit) => checkHidden(read, kit)),
    },
  ])
}

async function checkHidden(read: ReadCase, kit: AdapterKit): Promise<void> {
  const foreign = await send(kit, kit.stranger.principal)
  const response = await kit.request(read.request(foreign))
  assert.ok(!read.shows(response.text, foreign), `a foreign message is shown:\n${response.text.slice(0, 2000)}`)
  for (const secret of [foreign.text, foreign.to]) {
    if (JSON.stringify(read.request(foreign)).includes(secret)) continue
    assert.ok(!response.text.includes(secret), `the response holds ${secret} of a foreign message`)
  }
  const missing = await kit.request(read.request({ ...foreign, ...NOBODYS }))
  const problem = difference(response.status, missing.status, 'the status for a foreign message')
  if (problem) assert.fail(`${problem}: it differs from that for a message that does not exist`)
}

/** Ids that no message has. */
const NOBODYS = { smsId: 987_654_321, messageId: 'no-such-message', bulkId: 'no-such-bulk' }

async function inWorld(suite: AdapterSuite, work: (kit: AdapterKit) => Promise<void>): Promise<void> {
  await withAdapterKit(suite.module, suite.world, async (kit) => {
    await work(kit)
    assertDiscreet(suite.module, kit, kit.engine.messages)
  })
}

/** A delivered message with everything a client could ask for it by. */
async function send(kit: AdapterKit, principal: Principal): Promise<StoredMessage> {
  const unlike = `for client ${principal.clientId}`
  const { entries } = await kit.engine.service(Submissions).submit(principal, {
    origin: 'testkit',
    priority: PRIORITIES.NORMAL,
    numbers: 'international',
    atomic: true,
    bulkId: `bulk ${unlike}`,
    messages: [
      {
        text: `A text ${unlike}`,
        reference: `reference ${unlike}`,
        destinations: [{ to: `2782777${principal.clientId}`, messageId: `id ${unlike}` }],
      },
    ],
  })
  return kit.engine.deliver(entries[0]?.smsId as number)
}
