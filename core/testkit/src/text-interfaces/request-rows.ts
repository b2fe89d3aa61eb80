import type { AdapterCase, AdapterKit } from '../conformance/adapter-case.ts'
import type { TestRequest } from '../conformance/test-request.ts'
import { ELSEWHERE, OWNER, sending, type TextInterface, THERE, texting } from './text-interface.ts'

/** The number of recipients that one request may have. */
const MOST_RECIPIENTS = 10_000
const MOST_PARAMETERS = 20_000
const BODY_LIMIT = 4 * 1024 * 1024

/** The `requestsPerMinute` that the rows need in the configuration. @stability experimental */
export const ROW_REQUESTS_PER_MINUTE = 60

/** The form of a request as a whole: its path, its method, where its parameters are and how large it may be. */
export function requestRows(wire: TextInterface): readonly AdapterCase[] {
  const [to = ''] = wire.names.recipients
  const [text = ''] = wire.names.text
  const accepted = { status: 200, body: wire.answer([`1:${THERE}:PENDING`]), submitted: [{ to: THERE }] }
  const good = sending(wire, texting(wire, THERE))
  const at = (path: string): AdapterCase => {
    return { name: `path: ${path} is the same`, request: { ...good, path }, expect: accepted }
  }
  const spelled = (change: (name: string) => string): AdapterCase => ({
    name: `names: ${change(to)} is ${to}`,
    request: sending(wire, `${change(to)}=${THERE}&${change(text)}=Hello`),
    expect: accepted,
  })
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(27820000000 + index))
  return [
    at(wire.path.toLowerCase()),
    at(wire.path.toUpperCase()),
    at(`${wire.path}/`),
    spelled((name) => name.toUpperCase()),
    spelled((name) => `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`),
    spelled((name) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`),
    {
      name: 'names: what has no meaning is ignored',
      request: sending(wire, `&&=&x=1&${texting(wire, THERE)}&toString=1&__proto__=2&&`),
      expect: accepted,
    },
    ...(wire.methods.includes('POST') ? formRows(wire) : []),
    ...methodRows(wire),
    {
      name: `limit: ${MOST_RECIPIENTS} recipients`,
      request: sending(wire, texting(wire, numbers(MOST_RECIPIENTS).join(','))),
      expect: {
        status: 200,
        body: wire.answer(numbers(MOST_RECIPIENTS).map((number, index) => `${index + 1}:${number}:PENDING`)),
        submitted: numbers(MOST_RECIPIENTS).map((number) => ({ to: number })),
      },
    },
    {
      name: `limit: more than ${MOST_RECIPIENTS} recipients are refused as a whole`,
      request: sending(wire, texting(wire, numbers(MOST_RECIPIENTS + 1).join(';'))),
      expect: { status: 200, body: wire.refusals.tooManyRecipients },
    },
    {
      name: `limit: more than ${MOST_PARAMETERS} parameters are refused`,
      request: sending(wire, `${texting(wire, THERE)}${'&x'.repeat(MOST_PARAMETERS)}`),
      expect: { status: 200, body: wire.refusals.tooManyParameters },
    },
    {
      name: `limit: the last of the requests a minute passes`,
      before: (kit) => useUp(kit, wire, ROW_REQUESTS_PER_MINUTE - 1),
      request: good,
      expect: { ...accepted, body: wire.answer([`${ROW_REQUESTS_PER_MINUTE}:${THERE}:PENDING`]) },
    },
    {
      name: 'limit: more requests a minute are 429 with Retry-After, and nothing is sent',
      before: (kit) => useUp(kit, wire, ROW_REQUESTS_PER_MINUTE),
      request: good,
      expect: { status: 429, headers: { 'retry-after': '60' }, body: /Too many requests/ },
    },
    {
      name: 'limit: a minute later requests pass again',
      before: async (kit) => {
        await useUp(kit, wire, ROW_REQUESTS_PER_MINUTE + 1)
        kit.clock.advance(60_000)
      },
      request: good,
      expect: { ...accepted, body: wire.answer([`${ROW_REQUESTS_PER_MINUTE + 1}:${THERE}:PENDING`]) },
    },
  ]
}

/** Parameters in the query of a POST, in its form, and in both. */
function formRows(wire: TextInterface): readonly AdapterCase[] {
  const [to = ''] = wire.names.recipients
  const good = sending(wire, texting(wire, THERE), 'POST')
  const { query } = sending(wire, texting(wire, THERE), 'GET')
  const accepted = { status: 200, body: wire.answer([`1:${THERE}:PENDING`]), submitted: [{ to: THERE }] }
  const padding = Buffer.alloc(BODY_LIMIT - Buffer.from(good.body ?? '').length, 'x')
  padding.write('&x=')
  const full = Buffer.concat([Buffer.from(good.body ?? ''), padding])
  return [
    {
      name: 'form: POST with everything in the query',
      request: sending(wire, '', 'POST', { query, body: '' }),
      expect: accepted,
    },
    {
      name: 'form: the query goes before the form',
      request: { ...sending(wire, texting(wire, ELSEWHERE), 'POST'), query: `${to}=${THERE}` },
      expect: accepted,
    },
    {
      name: 'form: an empty parameter of the query leaves it to the form',
      request: { ...good, query: `${to}=&${to}=+` },
      expect: accepted,
    },
    { name: 'limit: a body of 4 MiB', request: { ...good, body: full }, expect: accepted },
    {
      name: 'limit: a larger body is 413',
      request: { ...good, body: Buffer.concat([full, Buffer.from('x')]) },
      expect: { status: 413, headers: { 'content-type': /^text\/plain/ }, body: /larger than/ },
    },
  ]
}

function methodRows(wire: TextInterface): readonly AdapterCase[] {
  const { methods } = wire
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  const others = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const).filter(
    (method) => !(methods as readonly string[]).includes(method),
  )
  const { query } = sending(wire, texting(wire, THERE), 'GET')
  return [
    ...others.map((method): AdapterCase => {
      return {
        name: `method: ${method} is 405 in plain text with Allow: ${allow}`,
        request: { ...sending(wire, '', 'GET'), query, method },
        expect: { status: 405, headers: { allow, 'content-type': /^text\/plain/ }, body: /Method not allowed/ },
      }
    }),
    ...(methods.includes('GET')
      ? ([
          {
            name: 'method: HEAD sends nothing',
            request: { ...sending(wire, '', 'GET'), query, method: 'HEAD' },
            expect: { status: 200, body: '' },
          },
          {
            name: 'method: HEAD needs no credentials',
            request: { path: wire.path, method: 'HEAD', query: '', headers: without(wire.credentials(OWNER).headers) },
            expect: { status: 200, body: '' },
          },
        ] satisfies readonly AdapterCase[])
      : []),
  ]
}

/** Removes headers of the base. */
function without(headers: TestRequest['headers'] = {}): TestRequest['headers'] {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, undefined]))
}

async function useUp(kit: AdapterKit, wire: TextInterface, requests: number): Promise<void> {
  for (let count = 0; count < requests; count += 1) await kit.request(sending(wire, texting(wire, THERE)))
}
