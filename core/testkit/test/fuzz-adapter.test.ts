import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type AdapterFuzz, type FuzzKind, fuzzWorld } from '../src/fuzz/fuzz-adapter.ts'
import tiny from './fixtures/adapter-tiny/src/index.ts'
import { type Change, formatting, mistaken, plain, sending } from './fixtures/mistaken-adapter.ts'
import { tinyOptions } from './fixtures/tiny-options.ts'

const { config, account, base } = tinyOptions

const KIND: FuzzKind = {
  name: 'forms',
  share: 1,
  requests: fc.constantFrom('Hello', '', '%ff').map((text) => ({ body: `to=0821234567&text=${text}` })),
}

const FUZZ: AdapterFuzz = {
  world: { config, account: { ...account, credit: '1000.00' }, ...(base && { base }), patienceMs: 5_000 },
  kinds: [KIND],
  over: ['router'],
  seed: 1,
  check({ response: { status, text }, accepted }) {
    assert.ok([200, 400].includes(status), `status ${status}`)
    assert.equal(text.startsWith('OK'), accepted.length > 0, `'${text}' reports ${accepted.length} messages`)
  },
}

const fuzz = (module: Parameters<typeof fuzzWorld>[0], kind = KIND, transport: 'router' | 'node' = 'router') =>
  fuzzWorld(module, FUZZ, kind, { transport, done: 0, runs: 50 })

test('nothing is wrong with a good adapter, over each way', async () => {
  await fuzz(tiny)
  await fuzz(tiny, KIND, 'node')
})

const MISTAKES: readonly { name: string; adapter: Change; because: RegExp }[] = [
  {
    name: 'fails at some requests',
    adapter: sending((request, good) => {
      if (request.body.includes('%ff')) throw new TypeError('not expected')
      return good()
    }),
    because: /status 500/,
  },
  {
    name: 'accepts in silence',
    adapter: sending(async (_, good) => {
      await good()
      return plain(400, 'ERR no')
    }),
    because: /'ERR no' reports 1 messages/,
  },
  {
    name: 'reports what was not accepted',
    adapter: sending((request, good) => (request.body.includes('%ff') ? plain(200, 'OK 7') : good())),
    because: /'OK 7' reports 0 messages/,
  },
  { name: 'has an answer of another kind', adapter: formatting(() => plain(418, 'teapot')), because: /status 418/ },
  { name: 'has an answer that cannot be sent', adapter: formatting(() => plain(99, 'ERR')), because: /99/ },
  {
    name: 'never answers',
    adapter: sending(() => new Promise(() => undefined)),
    because: /not answered within 5000 ms/,
  },
  {
    name: 'logs what clients do as a warning',
    adapter: sending((_, good, { logger }) => {
      logger.warn({}, 'odd request')
      return good()
    }),
    because: /odd request/,
  },
]
for (const { name, adapter, because } of MISTAKES)
  test(`noticed: an adapter that ${name}`, async () => {
    const module = mistaken({ adapter })
    await assert.rejects(fuzz(module), (error: Error) => {
      assert.match(error.message, because)
      return true
    })
  })

test('a kind with a check of its own is held to that one', async () => {
  const kind = { ...KIND, check: () => assert.fail('its own check') }
  await assert.rejects(fuzz(tiny, kind), /its own check/)
})
