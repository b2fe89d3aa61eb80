import assert from 'node:assert/strict'
import { test } from 'node:test'
import { code, createAdapterKit, renderTable, runAdapterConformance } from '@heliograph/testkit'
import accounting from '../src/index.ts'
import { credentialCases } from './credential-cases.ts'
import { errorCases } from './error-cases.ts'
import { ERRORS } from './errors.ts'
import { fieldCases } from './field-cases.ts'
import { BASE, sending, WORLD } from './requests.ts'
import { sendCases } from './send-cases.ts'

const errors = renderTable(
  ['Status', code('error'), 'Meaning'],
  ERRORS.map(([status, error, meaning]) => [String(status), code(error), meaning]),
)

const national = Array.from({ length: 10_000 }, (_, index) => `08${20_000_000 + index}`)

runAdapterConformance(accounting, {
  packageRoot: new URL('..', import.meta.url),
  ...WORLD,
  base: BASE,
  largest: [
    { name: '10,000 national numbers', request: sending({ to: national }) },
    { name: '10,000 national numbers in a text', request: sending({ to: national.join(';') }) },
    { name: '10,000 words', request: sending({ to: national.map(() => 'x'.repeat(300)) }) },
    { name: 'a text of 3.9 million characters', request: sending({ message: 'x'.repeat(3_900_000) }) },
  ],
  // No key is 401; a wrong key is a failed send.
  credentials: { refusal: { body: /^{"status":"error","error":"(missing_api_key|send_error)",/ } },
  cases: [...sendCases, ...fieldCases, ...credentialCases, ...errorCases],
  documentation: { errors },
})

test('every error of the table has its row', () => {
  const shown = new Set(
    [...errorCases, ...credentialCases].map(({ expect }) => seenIn(expect as { status: number; body: unknown })),
  )
  assert.deepEqual(
    ERRORS.map(([status, error]) => `${status} ${error}`).filter((each) => !shown.has(each)),
    [],
  )
})

function seenIn({ status, body }: { readonly status: number; readonly body: unknown }): string {
  return `${status} ${(body as { error?: string } | undefined)?.error}`
}

test('requestsPerMinute is off unless it is set', async () => {
  const kit = await createAdapterKit(accounting, { config: {}, base: BASE })
  for (let count = 0; count < 400; count += 1) assert.equal((await kit.request(sending())).status, 200)
})
