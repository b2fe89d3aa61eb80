import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { GatewayError, type ReceiptPush, type SubmitEntry } from '@heliograph/contracts'
import { CONFORMANCE_API_KEY } from '@heliograph/testkit'
import smpp from 'smpp'
import type { SmppServices } from '../src/services.ts'
import { corpus, createRandom, mutate, noise, type Random } from './fuzz-source.ts'
import type { RawClient } from './raw-client.ts'
import { HELLO } from './row.ts'
import { EMAIL, until, type World, withServer } from './world.ts'

/** Number of PDUs and streams; a full million takes some minutes: `FUZZ_PDUS=1000000`. */
const TOTAL = Number(process.env.FUZZ_PDUS ?? 100_000)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const LANES = 8
/** PDUs in one write. */
const BATCH = 250
/** One item in this many is a stream of octets that are not PDUs, on a connection of its own. */
const NOISE_EVERY = 200
const MAX_GROWTH_OCTETS = 12 * 1024 * 1024
/** Longest wait, however busy the machine. */
const PATIENCE_MS = 20_000

const { PDU } = smpp
const BIND = { system_id: EMAIL, password: CONFORMANCE_API_KEY.slice(0, 8) }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Services that store nothing, so that any growth in memory comes from the server. */
function forgetful({ sessions, ...given }: SmppServices): SmppServices {
  let lastSmsId = 0
  const gone = () => new GatewayError('not-found', 'message-not-found', 'There is no such message')
  return {
    ...given,
    logins: {
      // Without the lock that so many wrong passwords would cause.
      async bySystemId(attempt) {
        const isGood = attempt.account === BIND.system_id && attempt.password === BIND.password
        return isGood ? given.logins.bySystemId(attempt) : { kind: 'unknown' }
      },
    },
    sessions: {
      async open(request) {
        const session = await sessions.open(request)
        void request.receiver?.receive(receipt())
        return session
      },
    },
    submissions: {
      async submit(_principal, { messages }) {
        const entries: SubmitEntry[] = messages.flatMap(({ destinations }) =>
          destinations.map(({ to }) => {
            lastSmsId += 1
            const stored = { smsId: lastSmsId, parts: 1, state: 'queued', acceptedAt: new Date(0) } as const
            return { to, from: '27000111222', messageId: 'x', ...stored }
          }),
        )
        return { bulkId: undefined, entries }
      },
    },
    segments: {
      async add() {
        lastSmsId += 1
        return { smsId: lastSmsId }
      },
    },
    messages: {
      async cancel() {
        throw gone()
      },
      async replace() {
        throw gone()
      },
      async redact() {
        throw gone()
      },
      async remove() {
        throw gone()
      },
    },
    reports: { find: async () => ({ records: [], next: undefined }), findByIds: async () => new Map() },
  }
}

function receipt(): ReceiptPush {
  return {
    kind: 'receipt',
    pushId: 1,
    smsId: 1,
    context: '',
    from: '27000111222',
    to: '27821234567',
    text: 'hello',
    parts: 1,
    state: 'delivered',
    networkStatus: 'DELIVRD',
    errorId: null,
    acceptedAt: new Date(0),
    doneAt: new Date(0),
  }
}

/** A sequence number that no mutation produces, and the PDU whose answer has it. */
const MARK = 0x5a5a5a5a
const MARK_PDU = new PDU('enquire_link', { sequence_number: MARK }).toBuffer()

/** Connections that are open, to be cut when a test fails. */
const open = new Set<Lane>()

/** A connection for octets of any kind. */
class Lane {
  readonly socket: Socket
  readonly closed: Promise<void>
  isClosed = false
  #buffered = Buffer.alloc(0)
  #onMark = () => {}

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.socket.on('error', () => {})
    open.add(this)
    this.closed = new Promise((resolve) =>
      this.socket.on('close', () => {
        this.isClosed = true
        open.delete(this)
        resolve()
      }),
    )
  }

  /** Sends octets and then an enquire_link; resolves when that is answered or the connection has ended. */
  async send(octets: Buffer): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      this.#onMark = resolve
    })
    this.socket.write(octets)
    this.socket.write(MARK_PDU)
    await within(Promise.race([answered, this.closed]), 'the server answers or ends the connection')
  }

  /** Sends octets and ends the connection; resolves when the server has ended its side too. */
  async finish(octets: Buffer): Promise<void> {
    this.socket.end(octets)
    await within(this.closed, 'a connection ends')
  }

  #take(chunk: Buffer): void {
    this.#buffered = Buffer.concat([this.#buffered, chunk])
    while (this.#buffered.length >= 16) {
      const length = this.#buffered.readUInt32BE(0)
      assert.ok(length >= 16 && length < 1_000, `the server sent a PDU of ${length} octets`)
      if (this.#buffered.length < length) return
      if (this.#buffered.readUInt32BE(12) === MARK) this.#onMark()
      this.#buffered = this.#buffered.subarray(length)
    }
  }
}

async function within(work: Promise<unknown>, what: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`this took too long: ${what}`)), PATIENCE_MS)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** Opens a connection that is bound as one of the kinds, or not at all. */
async function openLane(world: World, random: Random): Promise<Lane> {
  const lane = new Lane(world.port)
  const kind = random.pick(['', 'bind_transmitter', 'bind_receiver', 'bind_transceiver', 'bind_transceiver'])
  if (kind !== '') await lane.send(new PDU(kind, { ...BIND, sequence_number: 1 }).toBuffer())
  return lane
}

/** Sends PDUs until there are no more to send. `take` returns how many of the remaining ones this lane sends. */
async function runLane(world: World, random: Random, take: (wanted: number) => number): Promise<void> {
  const pdus = corpus(BIND)
  let lane = await openLane(world, random)
  for (let count = take(BATCH); count > 0; count = take(BATCH)) {
    const breaks = random.below(4) === 0
    const batch = Array.from({ length: count }, (_, index) => mutate(random, pdus, breaks && index === count - 1))
    const octets = Buffer.concat(batch)
    if (breaks) await lane.finish(octets)
    else await lane.send(octets)
    if (lane.isClosed) lane = await openLane(world, random)
    for (let streams = 0; streams < BATCH / NOISE_EVERY && take(1) === 1; streams += 1) await sendNoise(world, random)
  }
  await lane.finish(Buffer.alloc(0))
}

async function sendNoise(world: World, random: Random): Promise<void> {
  await new Lane(world.port).finish(noise(random))
}

/** Sends one submit after the other until `isOver`; each must be accepted. */
async function beGood(client: RawClient, isOver: () => boolean): Promise<{ count: number; slowestMs: number }> {
  let count = 0
  let slowestMs = 0
  while (!isOver()) {
    const start = performance.now()
    const answer = await client.request('submit_sm', HELLO)
    assert.equal(answer.command_status, 0)
    slowestMs = Math.max(slowestMs, performance.now() - start)
    count += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { count, slowestMs }
}

function heapOctets(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed + process.memoryUsage().external
}

test(
  `${TOTAL} broken PDUs and streams do no harm, and a good session beside them is served`,
  { timeout: 900_000 },
  (t) =>
    withServer(
      async (world) => {
        const client = await world.bind()
        let left = TOTAL
        let atQuarter = 0
        const take = (wanted: number): number => {
          const taken = Math.min(wanted, left)
          left -= taken
          if (atQuarter === 0 && left < TOTAL * 0.75) atQuarter = heapOctets()
          assert.deepEqual(world.log.at('warn', 'error'), [])
          world.log.clear()
          return taken
        }
        let isOver = false
        const good = beGood(client, () => isOver)
        const lanes = Array.from({ length: LANES }, (_, index) =>
          runLane(world, createRandom(SEED * 1_000 + index), take),
        )
        await Promise.all(lanes).finally(() => {
          isOver = true
        })
        const { count, slowestMs } = await good
        await until(() => world.metrics.value('smpp_connections') === 1, 'only the good session is left')
        assert.equal(world.engine.sessions.length, 1)
        const growth = heapOctets() - atQuarter
        t.diagnostic(
          `good submits ${count}, slowest ${slowestMs.toFixed(0)} ms; heap grew by ${Math.round(growth / 1024)} KiB`,
        )
        const accepted = world.metrics.value('smpp_submits', { status: 'ESME_ROK' })
        t.diagnostic(`submits accepted: ${accepted}`)
        t.diagnostic(`rss ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB`)
        assert.ok(count > 0)
        assert.ok(
          world.metrics.value('smpp_submits', { status: 'ESME_ROK' }) > count + TOTAL / 100,
          'hardly any PDU was good',
        )
        assert.ok(growth < MAX_GROWTH_OCTETS, `the heap grew by ${growth} octets after the first quarter`)
      },
      { services: forgetful, config: { bindsPerUser: 1_000 } },
    ),
)
