import type { AdapterCase } from '../conformance/adapter-case.ts'
import type { TestRequest } from '../conformance/test-request.ts'
import { OWNER, sending, type TextInterface, THERE, texting } from './text-interface.ts'

/** As long as a real key, and unknown. */
const WRONG = 'Zz9vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

/** How the key may be given among the parameters, and how an invalid key is answered. */
export function keyRows(wire: TextInterface): readonly AdapterCase[] {
  const { key } = wire
  if (key === undefined) return []
  const [name = '', ...aliases] = key.names
  const { apiKey } = OWNER
  const { [name]: _, ...others } = wire.credentials(OWNER).parameters ?? {}
  const bare: TextInterface = { ...wire, credentials: () => ({ parameters: others }) }
  const request = (pairs: Readonly<Record<string, string | readonly string[]>>, over: TestRequest = {}) => {
    const given = Object.entries(pairs).flatMap(([each, values]) =>
      [values].flat().map((value): [string, string] => [each, value]),
    )
    const parameters = new URLSearchParams(given).toString()
    return sending(bare, `${parameters}&${texting(wire, '0821234567,n/a')}`, undefined, over)
  }
  const row = (
    title: string,
    pairs: Parameters<typeof request>[0],
    expect: AdapterCase['expect'],
    over?: TestRequest,
  ) => ({
    name: `key: ${title}`,
    request: request(pairs, over),
    expect,
  })
  const accepted = {
    status: 200,
    body: wire.answer([`1:${THERE}:PENDING`, '0:n/a:ERROR']),
    submitted: [{ to: THERE, clientId: OWNER.clientId }],
  }
  const asGiven = { status: 200, body: wire.answer(['0:0821234567:ERROR', '0:n/a:ERROR']) }
  const missing = { status: 200, body: key.missing }
  return [
    ...key.names.map((each) => row(`by ${each}`, { [each]: apiKey }, accepted)),
    ...aliases.map((each) => row(`${name} goes before ${each}`, { [each]: WRONG, [name]: apiKey }, accepted)),
    ...aliases.map((each) =>
      row(`a wrong ${name} decides alone, whatever ${each} says`, { [each]: apiKey, [name]: WRONG }, asGiven),
    ),
    ...aliases.map((each) => row(`an empty ${name} leaves it to ${each}`, { [name]: ' ', [each]: apiKey }, accepted)),
    row('blanks around it do not matter', { [name]: `\t${apiKey} ` }, accepted),
    row('unknown is ERROR for each recipient, as it was given', { [name]: WRONG }, asGiven),
    row('its first characters do not count', { [name]: apiKey.slice(0, 8) }, asGiven),
    row('given twice is another one', { [name]: [apiKey, apiKey] }, asGiven),
    row('missing', {}, missing),
    row('empty', { [name]: '' }, missing),
    row('X-API-Key means nothing', {}, missing, { headers: { 'x-api-key': apiKey } }),
    row('Authorization means nothing', {}, missing, { headers: { authorization: `Bearer ${apiKey}` } }),
    row('a good one in Authorization does not help a wrong one', { [name]: WRONG }, asGiven, {
      headers: { authorization: `Bearer ${apiKey}` },
    }),
    {
      ...row('of a disabled user', { [name]: apiKey }, asGiven),
      before: ({ engine, account }) => engine.setUserEnabled(account.userId, false),
    },
    {
      ...row('of a disabled client', { [name]: apiKey }, asGiven),
      before: ({ engine, account }) => engine.setClientEnabled(account.clientId, false),
    },
  ]
}
