import { describe, test } from 'node:test'
import type { Adapter, HttpRequest, RequestIdentity } from '@heliograph/contracts'
import type { AnyAdapterModule } from '../src/conformance/adapter-kit.ts'
import { adapterChecks } from '../src/conformance/run-adapter-conformance.ts'
import { type AdapterConformanceOptions, CONFORMANCE_API_KEY } from '../src/index.ts'
import tiny from './fixtures/adapter-tiny/src/index.ts'
import { type Context, GOOD, type TinyConfig } from './fixtures/mistaken-adapter.ts'
import { tinyOptions } from './fixtures/tiny-options.ts'

/** Checks to which forms of ids and keys make a difference. */
const GROUPS = ['table', 'ids', 'answers', 'credentials', 'tenants', 'instances', 'errors']

interface Form {
  readonly name: string
  /** An id as the interface writes it, and back. */
  readonly writeId?: (smsId: number) => string
  readonly readId?: (id: string) => number
  /** A header of the interface, and the key in it. */
  readonly header?: string
  readonly writeKey?: (apiKey: string) => string
  readonly readKey?: (value: string) => string
  /** What the author declares. */
  readonly options?: Partial<AdapterConformanceOptions>
}

const padded = (smsId: number) => String(smsId).padStart(12, '0')
const hexadecimal = (smsId: number) => smsId.toString(16).padStart(8, '0')
const prefixed = (smsId: number) => `SM${hexadecimal(smsId)}`
const hexKey = (apiKey: string) => Buffer.from(apiKey).toString('hex')

const FORMS: readonly Form[] = [
  { name: 'padded ids', writeId: padded, readId: Number, options: { idForm: padded } },
  {
    name: 'hexadecimal ids',
    writeId: hexadecimal,
    readId: (id) => Number.parseInt(id, 16),
    options: { idForm: hexadecimal },
  },
  {
    name: 'prefixed ids',
    writeId: prefixed,
    readId: (id) => Number.parseInt(id.slice(2), 16),
    options: { idForm: prefixed },
  },
  {
    name: 'a key in Base64, behind a user name',
    header: 'Authorization',
    writeKey: (apiKey) => `Basic ${Buffer.from(`user@client.example:${apiKey}`).toString('base64')}`,
    readKey: (value) => Buffer.from(value.slice(6), 'base64').toString().split(':')[1] ?? '',
  },
  {
    name: 'a key in a form of its own',
    header: 'X-Key',
    writeKey: hexKey,
    readKey: (value) => Buffer.from(value, 'hex').toString(),
    options: { credentials: { keyForm: hexKey } },
  },
]

/** The tiny adapter with other forms of ids and keys. */
function inForm({ writeId = String, readId = Number, header = 'X-API-Key', readKey = (same) => same }: Form) {
  const translated = (request: HttpRequest): HttpRequest => {
    const query = new URLSearchParams(request.query)
    const id = query.get('id')
    if (id !== null) query.set('id', String(readId(id)))
    const key = request.headers[header.toLowerCase()]
    const headers = key === undefined ? {} : { ...request.headers, 'x-api-key': readKey(key) }
    return { ...request, headers, query: query.toString() }
  }
  const create = (context: Context, config: TinyConfig): Adapter => {
    const good = tiny.create(context, config)
    const routes = good.routes?.map(({ authenticate, ...route }) => ({
      ...route,
      authenticate: authenticate && ((request: HttpRequest) => authenticate(translated(request))),
      handler: async (request: HttpRequest, identity?: RequestIdentity) => {
        const response = await route.handler(translated(request), identity)
        const body = String(response.body).replace(/\d+/, (id) => writeId(Number(id)))
        return { ...response, body }
      },
    }))
    return { ...good, routes }
  }
  return { ...tiny, create } as AnyAdapterModule
}

function optionsFor({ writeId = String, header = 'X-API-Key', writeKey = (same) => same, options }: Form) {
  return {
    ...tinyOptions,
    base: { ...tinyOptions.base, headers: { [header]: writeKey(CONFORMANCE_API_KEY) } },
    cases: tinyOptions.cases.slice(0, 4).map((row) => (row.name === GOOD ? goodRowWith(writeId) : row)),
    reads: [
      {
        name: 'state by number',
        request: ({ smsId }) => ({ method: 'GET', path: '/tiny/status', query: { id: writeId(smsId) } }),
        shows: (text, { smsId }) => text === `${writeId(smsId)} delivered`,
      },
    ],
    ...options,
  } satisfies AdapterConformanceOptions
}

function goodRowWith(writeId: (smsId: number) => string) {
  const [row] = tinyOptions.cases as [(typeof tinyOptions.cases)[0]]
  return { ...row, expect: { status: 200, body: `OK ${writeId(1)}`, submitted: [{ text: 'Hello there' }] } }
}

describe('the kit takes an interface with', () => {
  for (const form of FORMS) {
    describe(form.name, () => {
      const groups = adapterChecks(inForm(form), optionsFor(form)).filter(({ name }) => GROUPS.includes(name))
      for (const check of groups.flatMap(({ checks }) => checks)) test(check.name, async () => check.run())
    })
  }
})
