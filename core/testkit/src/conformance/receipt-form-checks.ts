import assert from 'node:assert/strict'
import {
  MESSAGE_STATES,
  type MessageState,
  MOST_RECEIPTS_TOGETHER,
  type ReceiptForm,
  type ReceiptKind,
  type ReceiptNotice,
  type ReceiptRequest,
} from '@heliograph/contracts'
import { errorIdOf, receiptKindOf, receiptRequestFault } from '@heliograph/messaging'
import type { StoredMessage } from '../memory/messages.ts'
import type { Partially } from './adapter-case.ts'
import { type AdapterKit, createAdapterKit, withAdapterKit } from './adapter-kit.ts'
import type { AdapterSuite } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { assertDiscreet } from './discretion.ts'
import { difference } from './match.ts'
import { INSTANCE_ID } from './read-config.ts'
import type { TestRequest } from './test-request.ts'
import { writtenValues } from './written-values.ts'

/** One receipt that the interface writes, for the last message that a request got accepted. @stability stable */
export interface ReceiptCase {
  readonly name: string
  readonly before?: ((kit: AdapterKit) => void | Promise<void>) | undefined
  readonly request: TestRequest | ((kit: AdapterKit) => TestRequest | Promise<TestRequest>)
  /** What became of the message. The rest of the notice is derived from it and from the message. */
  readonly receipt: Reported
  /** Further receipts that go in the same request (`formatReceipts`); by default of the same message. */
  readonly others?: readonly Reported[] | undefined
  /** Fields of the request to the client's server; null when no request is to be sent. */
  readonly expect: Partially<ReceiptRequest & Record<string, unknown>> | null
}

/** What a notice says, and what is derived. */
type Reported = Partial<ReceiptNotice> & { readonly state: MessageState }

/** States that a client is notified of. */
const REPORTED = MESSAGE_STATES.slice(0, MESSAGE_STATES.indexOf('bad-number'))

/** What interfaces are told that ask for reads. */
const READ = { state: 'delivered', kind: 'read' } as const

/** The contract's rules for `formatReceipt`. */
export function receiptFormChecks(suite: AdapterSuite): readonly Check[] {
  const { receiptForms } = suite
  return [
    { name: 'its table shows the receipts it writes', run: () => checkTable(suite) },
    ...receiptForms.map((row) => ({ name: row.name, run: () => runReceipt(suite, row) })),
    ...receiptForms
      .filter(({ others }) => others !== undefined)
      .slice(0, 1)
      .map((row) => ({
        name: `writes receipts together, each time the same: ${row.name}`,
        run: () => checkTogether(suite, row),
      })),
    ...receiptForms.slice(0, 1).map((row) => ({
      name: `writes every receipt, each time the same: ${row.name}`,
      run: () => checkPure(suite, row),
    })),
    ...receiptForms.slice(0, 1).map((row) => ({
      name: `writes what it was given so that it arrives: ${row.name}`,
      run: () => withAdapterKit(suite.module, suite.world, async (kit) => checkGiven(kit, await accept(kit, row), row)),
    })),
  ]
}

async function checkTable({ module, receiptForms, world }: AdapterSuite): Promise<void> {
  const { adapter } = await createAdapterKit(module, world)
  const has = typeof adapter.formatReceipt === 'function'
  assert.equal(receiptForms.length > 0, has, 'formatReceipt and the rows of `receiptForms` disagree')
  assert.equal(
    receiptForms.some(({ others }) => others !== undefined),
    typeof adapter.formatReceipts === 'function',
    'formatReceipts and the rows of `receiptForms` with `others` disagree',
  )
}

async function runReceipt(suite: AdapterSuite, row: ReceiptCase): Promise<void> {
  await withAdapterKit(suite.module, suite.world, async (kit) => {
    const message = await accept(kit, row)
    const written = row.others === undefined ? write(kit, message, row.receipt) : writeAll(kit, message, row)
    if (row.expect === null) assert.equal(written, undefined, 'a receipt is sent')
    const problem = row.expect === null ? undefined : difference(written, row.expect, 'receipt')
    if (problem) assert.fail(problem)
    assertDiscreet(suite.module, kit, kit.engine.messages)
  })
}

async function checkPure(suite: AdapterSuite, row: ReceiptCase): Promise<void> {
  await withAdapterKit(suite.module, suite.world, async (kit) => {
    const message = await accept(kit, row)
    for (const receipt of [...REPORTED.map((state) => ({ state })), READ]) {
      const first = write(kit, message, receipt)
      kit.clock.advance(1_000)
      assert.deepEqual(
        write(kit, message, receipt),
        first,
        `the receipt of a message that is ${receipt.state} is another each time`,
      )
    }
  })
  // As on another node, which has created the instance and never started it.
  const [started, created] = [
    await createAdapterKit(suite.module, suite.world),
    await createAdapterKit(suite.module, suite.world),
  ]
  try {
    await started.start()
    const message = await accept(started, row)
    assert.deepEqual(
      write(created, message, row.receipt),
      write(started, message, row.receipt),
      'it depends on the instance',
    )
  } finally {
    await started.stop()
  }
}

/** An address with parameters of the client's own. */
const OWN_PARAMETERS = 'https://client.example/dlr?token=KitToken&own=1'
const PLAIN_REFERENCE = 'KitReference'
const ODD_REFERENCE = 'a&b=c+d #%41 "e" <f>'

/** What the client gave comes back as it was: the parameters of its URL, and its reference wherever that is written. */
function checkGiven(kit: AdapterKit, message: StoredMessage, { receipt }: ReceiptCase): void {
  const given = (reference: string) => write(kit, message, { ...receipt, reference, notifyUrl: OWN_PARAMETERS })
  const plain = given(PLAIN_REFERENCE)
  if (plain === undefined) return
  const { searchParams } = new URL(plain.url ?? OWN_PARAMETERS)
  if (plain.url?.startsWith(new URL(OWN_PARAMETERS).origin))
    for (const [name, value] of new URL(OWN_PARAMETERS).searchParams)
      assert.equal(searchParams.get(name), value, `the URL with parameters of its own became ${plain.url}`)
  if (!writtenValues(plain).includes(PLAIN_REFERENCE)) return
  const odd = given(ODD_REFERENCE)
  assert.ok(
    odd !== undefined && writtenValues(odd).includes(ODD_REFERENCE),
    `the reference ${ODD_REFERENCE} is written so that another is read: ${odd?.url ?? ''} ${odd?.body ?? ''}`,
  )
}

/** As many as one request takes. */
async function checkTogether(suite: AdapterSuite, row: ReceiptCase): Promise<void> {
  const full = Array.from({ length: MOST_RECEIPTS_TOGETHER - 1 }, () => row.receipt)
  await withAdapterKit(suite.module, suite.world, async (kit) => {
    const message = await accept(kit, row)
    const first = writeAll(kit, message, { ...row, others: full })
    kit.clock.advance(1_000)
    const again = writeAll(kit, message, { ...row, others: full })
    assert.deepEqual(again, first, 'receipts that go together are others each time')
  })
}

/** Sends the request of a row. Resolves with the message, which must ask for receipts of this interface. */
async function accept(kit: AdapterKit, row: ReceiptCase): Promise<StoredMessage> {
  await row.before?.(kit)
  await kit.request(typeof row.request === 'function' ? await row.request(kit) : row.request)
  const message = kit.engine.messages.at(-1)
  assert.ok(message, 'nothing was accepted')
  assert.ok(
    typeof message.notifyFormat === 'object' && message.notifyUrl,
    'the message does not ask for receipts of this interface',
  )
  assert.equal(message.notifyFormat.instance, INSTANCE_ID, 'the instance that writes the receipts')
  assert.ok(message.notifyFormat.context.length <= 1_000, 'the context has more than 1,000 characters')
  const { together = false } = message.notifyFormat
  assert.ok(
    !together || kit.adapter.formatReceipts,
    'the message is told together with others, and nothing writes that',
  )
  return message
}

/** Reads are told when they are named, all else when it is not left out. */
function isAsked({ on }: ReceiptForm, kind: ReceiptKind): boolean {
  return on === undefined ? kind !== 'read' : on.includes(kind)
}

/** The request that the gateway would send; undefined when the message asks for no receipt of this kind. */
function write(kit: AdapterKit, message: StoredMessage, receipt: Reported): ReceiptRequest | undefined {
  const { notifyFormat, sentReceipt } = message
  const kind = receipt.kind ?? receiptKindOf(receipt.state)
  const isSent = sentReceipt && receipt.state === 'submitted' && kind === 'pending'
  if (typeof notifyFormat !== 'object' || !(isSent || isAsked(notifyFormat, kind))) return undefined
  const notice = noticeOf(message, receipt)
  const written = kit.conduct.run(() => kit.adapter.formatReceipt?.(notice, notifyFormat.context))
  return sendable(written, `the receipt of a message that is ${receipt.state}`)
}

/** The request for several receipts. */
function writeAll(kit: AdapterKit, message: StoredMessage, { receipt, others = [] }: ReceiptCase) {
  const { notifyFormat } = message
  assert.ok(
    typeof notifyFormat === 'object' && notifyFormat.together,
    'the message does not ask to be told with others',
  )
  const notices = Object.freeze([receipt, ...others].map((each) => noticeOf(message, each)))
  const written = kit.conduct.run(() => kit.adapter.formatReceipts?.(notices, notifyFormat.context))
  return sendable(written, 'a request with several receipts')
}

function sendable(written: ReceiptRequest | undefined, what: string): ReceiptRequest | undefined {
  const fault = receiptRequestFault(written as ReceiptRequest)
  assert.equal(fault, undefined, `${what} cannot be sent: ${fault}`)
  return written
}

function noticeOf(message: StoredMessage, receipt: Reported): ReceiptNotice {
  const { acceptedAt, clientId, from, messageId, metadata, parts, reference, smsId, to } = message
  return Object.freeze({
    ...(metadata && { metadata }),
    kind: receipt.kind ?? receiptKindOf(receipt.state),
    smsId,
    messageId,
    reference,
    clientId,
    from,
    to,
    parts,
    acceptedAt,
    networkId: null,
    networkStatus: null,
    errorId: errorIdOf(receipt.state, null),
    at: acceptedAt,
    notifyUrl: message.notifyUrl ?? '',
    ...receipt,
  })
}
