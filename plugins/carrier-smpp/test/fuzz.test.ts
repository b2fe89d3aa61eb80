import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from '@heliograph/contracts'
import { concatenationHeader, encodePdu, joinUserData, type PduDraft } from '@heliograph/smpp'
import { startFakeSmsc } from '@heliograph/testkit'
import { outgoing } from './fixtures.ts'
import { acceptedIds, advanceUntil, createCarrier, linkTo } from './harness.ts'
import { createRandom, startHostileSmsc } from './hostile-smsc.ts'

const PDUS = 200_000
const BATCH = 250
const LARGEST_GROWTH = 12 * 2 ** 20

const ADDRESS = { ton: 1, npi: 1, address: '27831234567' }
const DELIVERED = { command: 'deliver_sm', source: ADDRESS, destination: ADDRESS } as const
const RECEIPT = 'id:77 sub:001 dlvrd:001 submit date:2601050814 done date:2601050815 stat:DELIVRD err:000 text:Hi'

/** One PDU of each kind that an SMSC may send, and some that it may not. */
const SEEDS: readonly Buffer[] = (
  [
    { ...DELIVERED, esmClass: 4, shortMessage: Buffer.from(RECEIPT) },
    { ...DELIVERED, esmClass: 4, tlvs: { receiptedMessageId: 'ab12', messageState: 2 } },
    {
      ...DELIVERED,
      esmClass: 4,
      tlvs: { messagePayload: Buffer.from(RECEIPT), networkErrorCode: { networkType: 3, code: 1 } },
    },
    { ...DELIVERED, shortMessage: Buffer.from('Hello') },
    { ...DELIVERED, dataCoding: 8, shortMessage: Buffer.from('04360434', 'hex') },
    { ...DELIVERED, esmClass: 0x40, shortMessage: joinUserData(concatenationHeader(7, 3, 2, 8), Buffer.from('part')) },
    {
      ...DELIVERED,
      tlvs: { sarMsgRefNum: 7, sarTotalSegments: 2, sarSegmentSeqnum: 1, messagePayload: Buffer.alloc(300) },
    },
    { command: 'data_sm', source: ADDRESS, destination: ADDRESS, tlvs: { messagePayload: Buffer.from('Hi') } },
    { command: 'submit_sm_resp', messageId: '77' },
    { command: 'submit_sm_resp', commandStatus: 0x58 },
    { command: 'enquire_link' },
    { command: 'enquire_link_resp' },
    { command: 'generic_nack', commandStatus: 3 },
    { command: 'bind_transceiver_resp', systemId: 'x' },
    { command: 'bind_transceiver', systemId: 'x', password: 'y' },
    { command: 'outbind', systemId: 'x', password: 'y' },
    { command: 'alert_notification', source: ADDRESS, esme: ADDRESS },
    { command: 'query_sm', messageId: '77', source: ADDRESS },
    { command: 'submit_sm', source: ADDRESS, destination: ADDRESS, shortMessage: Buffer.from('Hi') },
  ] satisfies readonly PduDraft[]
).map((draft, index) => encodePdu({ ...draft, sequenceNumber: index + 1 }))

const random = createRandom(20_260_105)
const integer = (below: number) => Math.floor(random(below))

/** One of the seeds with some octets changed, cut off or added. Its length is correct. */
function mutated(): Buffer {
  const seed = SEEDS[integer(SEEDS.length)] as Buffer
  const cut = random(1) < 0.2 ? integer(seed.length - 15) : 0
  const added = random(1) < 0.1 ? integer(40) : 0
  const pdu = Buffer.concat([seed.subarray(0, seed.length - cut), Buffer.alloc(added, integer(256))])
  for (let changes = integer(5); changes > 0; changes -= 1) {
    // The header is changed less often, or nearly every PDU would have an unknown command.
    const from = random(1) < 0.15 ? 4 : 16
    if (pdu.length > from) pdu[from + integer(pdu.length - from)] = random(1) < 0.3 ? 0xff : integer(256)
  }
  // Now and then an answer to a request that is under way.
  if (random(1) < 0.2) pdu.writeUInt32BE(1 + integer(400), 12)
  pdu.writeUInt32BE(pdu.length, 0)
  return pdu
}

function garbage(): Buffer {
  const octets = Buffer.from(Array.from({ length: 1 + integer(400) }, () => integer(256)))
  if (random(1) < 0.5) octets.writeUInt32BE(integer(2 ** 32), 0)
  return Buffer.concat([...Array.from({ length: integer(5) }, mutated), octets.length < 4 ? Buffer.alloc(4) : octets])
}

const SILENT: Logger = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => SILENT,
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

test(`${PDUS} mutated PDUs and random streams of a hostile SMSC: no crash, no stuck link, no growth`, async () => {
  const good = await startFakeSmsc({ keep: 0 })
  let letTimePass = async (_isHere: () => boolean): Promise<void> => undefined
  const hostile = await startHostileSmsc((isHere) => letTimePass(isHere))
  const carrier = createCarrier({ good: linkTo(good, { enquireLinkMs: 0 }), hostile: linkTo(hostile) }, SILENT)
  const { clock, gateway, links } = carrier
  const [goodLink, hostileLink] = links
  assert.ok(goodLink && hostileLink)
  letTimePass = (isHere) => advanceUntil(clock, 'the link to come again', isHere, 1_000)
  let outstanding = 0
  let settled = 0
  let warm = 0
  try {
    await carrier.start()
    await advanceUntil(clock, 'both links', () => links.every((link) => link.isUp()))
    for (let sent = 0; sent < PDUS; sent += BATCH) {
      // Gives the SMSC requests to answer, correctly or not.
      for (let count = 0; count < 5; count += 1) {
        outstanding += 1
        void hostileLink.submit(outgoing()).then(() => {
          outstanding -= 1
          settled += 1
        })
      }
      await hostile.sendFrames(Buffer.concat(Array.from({ length: BATCH }, mutated)))
      if ((sent / BATCH) % 10 === 9) await hostile.sendAndClose(garbage())
      if ((sent / BATCH) % 20 === 0) acceptedIds(await goodLink.submit(outgoing()))
      gateway.receipts.length = 0
      gateway.incomings.length = 0
      if (sent === PDUS / 4) warm = heapUsed()
    }
    await advanceUntil(clock, 'every submit to be settled', () => outstanding === 0)
    await advanceUntil(clock, 'the link to be up', () => hostileLink.isUp())
    acceptedIds(await hostileLink.submit(outgoing()))
    acceptedIds(await goodLink.submit(outgoing()))
    const growth = heapUsed() - warm
    assert.ok(growth < LARGEST_GROWTH, `the heap grew by ${growth} octets`)
    assert.equal(settled, (PDUS / BATCH) * 5)
    assert.equal(good.counts.connections, 1, 'the good link was disturbed')
  } finally {
    await carrier.stop(AbortSignal.timeout(500))
    await Promise.all([hostile.stop(), good.stop()])
  }
})
