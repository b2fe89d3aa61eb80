import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { PRIORITIES, type Principal, Submissions } from '@heliograph/contracts'
import type { StoredMessage } from '../memory/messages.ts'
import type { ReadCase } from './adapter-case.ts'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow, rulesOf, succeedingRows } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { holdsKey, withKey } from './credential-requests.ts'
import { assertDiscreet } from './discretion.ts'
import { distinctRows } from './distinct-rows.ts'
import { difference } from './match.ts'
import { GATEKEEPERS } from './route-checks.ts'
import { mergeRequests, type TestRequest } from './test-request.ts'

/**
 * Checks each read case with a message of its own client, and with one of another client, which must be answered as if
 * it did not exist, whichever client asked first; and the good row by two clients in turn.
 */
export function isolationChecks(suite: AdapterSuite): readonly Check[] {
  return [...suite.reads.flatMap((read) => readChecks(suite, read)), ...alternationChecks(suite)]
}

function readChecks(suite: AdapterSuite, read: ReadCase): readonly Check[] {
  const both = [
    {
      name: `hides a message that its owner was just shown: ${read.name}`,
      run: () => inWorld(suite, (kit) => checkShownBefore(suite, read, kit)),
    },
    {
      name: `does not take a second client for the first: ${read.name}`,
      run: () => inWorld(suite, (kit) => checkSecondClient(suite, read, kit)),
    },
  ]
  return [
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
      name: `shows a text in any language: ${read.name}`,
      run: () => inWorld(suite, (kit) => checkShownText(suite, read, kit)),
    },
    {
      name: `hides a message of another client: ${read.name}`,
      run: () => inWorld(suite, (kit) => checkHidden(read, kit)),
    },
    {
      name: `shows what was asked for and nothing else: ${read.name}`,
      run: () => inWorld(suite, (kit) => checkFilter(read, kit)),
    },
    ...(suite.credentials ? both : []),
  ]
}

/** Where the text of a message is shown, one in other letters is shown as well, in one of the forms of text formats. */
async function checkShownText({ foreignText }: AdapterSuite, read: ReadCase, kit: AdapterKit): Promise<void> {
  if (foreignText === false) return
  const plain = await send(kit, kit.account.principal, 'another')
  if (!(await kit.request(read.request(plain))).text.includes(plain.text)) return
  const foreign = await send(kit, kit.account.principal, '', foreignText)
  const { text } = await kit.request(read.request(foreign))
  const isShown = writtenForms(foreignText).some((form) => text.includes(form))
  assert.ok(isShown, `the text '${foreignText}' of a message is shown otherwise:\n${text.slice(0, 2000)}`)
}

/** A text as it is, in JSON with escapes, and in XML or HTML with decimal or hexadecimal references. */
function writtenForms(text: string): readonly string[] {
  const each = (write: (code: number) => string) =>
    text.replace(/[^\x20-\x7e]/gu, (letter) => write(letter.codePointAt(0) as number))
  const units = text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [
    text,
    units,
    each((code) => `&#${code};`),
    each((code) => `&#x${code.toString(16)};`),
    encodeURIComponent(text),
  ]
}

/** The owner asks first, so that an answer cached by request alone would already be there. */
async function checkShownBefore(suite: AdapterSuite, read: ReadCase, kit: AdapterKit): Promise<void> {
  const foreign = await send(kit, kit.stranger.principal)
  const { text } = await kit.request(asStranger(suite, read.request(foreign), kit))
  assert.ok(read.shows(text, foreign), `its owner is not shown a message:\n${text.slice(0, 2000)}`)
  await checkHidden(read, kit, foreign)
}

/** The client under test asks first, so that a principal cached for the instance would already be there. */
async function checkSecondClient(suite: AdapterSuite, read: ReadCase, kit: AdapterKit): Promise<void> {
  const own = await send(kit, kit.account.principal)
  await kit.request(read.request(own))
  const { text } = await kit.request(asStranger(suite, read.request(own), kit))
  assert.ok(!read.shows(text, own), `another client is shown a message after its owner:\n${text.slice(0, 2000)}`)
}

/** Two messages that have only their client in common. If the same request asks for both, it is not a filter. */
async function checkFilter(read: ReadCase, kit: AdapterKit): Promise<void> {
  const [other, own] = [await send(kit, kit.account.principal, 'another'), await send(kit, kit.account.principal)]
  if (isDeepStrictEqual(read.request(other), read.request(own))) return
  const { text } = await kit.request(read.request(own))
  assert.ok(read.shows(text, own), `the message asked for is not in the response:\n${text.slice(0, 2000)}`)
  assert.ok(!read.shows(text, other), `a message that was not asked for is shown:\n${text.slice(0, 2000)}`)
}

/** The request as the other account would send it. */
export function asStranger({ credentials, world }: AdapterSuite, request: TestRequest, kit: AdapterKit): TestRequest {
  const { as, keyForm } = rulesOf(credentials)
  const { base = {} } = world
  const { apiKey } = kit.stranger
  return as ? as(mergeRequests(base, request), apiKey) : withKey(base, request, apiKey, keyForm)
}

/**
 * Sends every row that succeeds as one client, as another and as the first again: each request acts for the client
 * whose key is in it, and no client is given what was made for another.
 */
function alternationChecks(suite: AdapterSuite): readonly Check[] {
  const { credentials, module, world } = suite
  if (!credentials || !module.capabilities.http) return []
  const good = goodRow(suite)
  const rows = good ? [good, ...succeedingRows(suite).filter((row) => row !== good)] : []
  return distinctRows(suite, rows).map((row) => ({
    name: `calls its services on behalf of the client that sends the request: ${row.name}`,
    run: () =>
      inWorld(suite, async (kit) => {
        const request = await prepareRow(row, kit)
        // Everybody may do without a key what a row does without one.
        if (!credentials.as && !holdsKey(world.base ?? {}, request, credentials.keyForm)) return
        await checkAlternation(kit, request, asStranger(suite, request, kit), row === good)
      }),
  }))
}

async function checkAlternation(
  kit: AdapterKit,
  own: TestRequest,
  others: TestRequest,
  isAsked: boolean,
): Promise<void> {
  const { account, stranger } = kit
  const first = await callsOf(kit, own, account.clientId)
  if (first.status >= 400) return
  if (isAsked) assert.ok(first.asked > 0, 'no service was asked on behalf of the client')
  const second = await callsOf(kit, others, stranger.clientId)
  const isKept = first.worked > 0 && second.worked === 0 && second.status < 400 && second.text === first.text
  assert.ok(!isKept, `client ${stranger.clientId} is given the answer made for client ${account.clientId}`)
  await callsOf(kit, own, account.clientId)
}

/** Sends a request and checks that it asks services for its client only. */
async function callsOf(kit: AdapterKit, request: TestRequest, clientId: number) {
  const before = kit.asked.calls.length
  const { status, text } = await kit.request(request)
  const asked = kit.asked.calls.slice(before).filter((call) => call.clientId !== undefined)
  const wrong = asked.find((call) => call.clientId !== clientId)
  assert.ok(!wrong, `${wrong?.name} was called for client ${wrong?.clientId}, by a request of client ${clientId}`)
  return { status, text, asked: asked.length, worked: asked.filter(({ name }) => !GATEKEEPERS.test(name)).length }
}

async function checkHidden(read: ReadCase, kit: AdapterKit, given?: StoredMessage): Promise<void> {
  const foreign = given ?? (await send(kit, kit.stranger.principal))
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

/** A delivered message with every property by which a client could ask for it. */
async function send(kit: AdapterKit, principal: Principal, which = '', text?: string): Promise<StoredMessage> {
  const unlike = `for client ${principal.clientId}${which && ` ${which}`}`
  const { entries } = await kit.engine.service(Submissions).submit(principal, {
    origin: 'testkit',
    priority: PRIORITIES.NORMAL,
    numbers: 'international',
    atomic: true,
    bulkId: `bulk ${unlike}`,
    messages: [
      {
        text: text ?? `A text ${unlike}`,
        reference: `reference ${unlike}`,
        destinations: [{ to: `278277${which ? 6 : 7}${principal.clientId}`, messageId: `id ${unlike}` }],
      },
    ],
  })
  return kit.engine.deliver(entries[0]?.smsId as number)
}
