import { BLOCKED, defineAttack, none } from '../attack.ts'
import { type AttackRequest, inParallel, send } from '../http-client.ts'
import { soapCall } from '../soap.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const MEBIBYTE = 2 ** 20
/** A little below 4 MiB, with room for the fields around it. */
const LARGE = 4 * MEBIBYTE - 1_000

const WRONG_KEY = 'x'.repeat(40)

const unknownFields = defineAttack({
  name: 'unknown-fields',
  title: 'Logins with 95,000 unknown fields, ten from one address',
  isHttp: true,
  bounds: { blocked: BLOCKED },
  async run(world) {
    const fields = Array.from({ length: 95_000 }, (_, index) => `"${index.toString(36)}":1`)
    const request = {
      method: 'POST',
      path: '/portal/api/1/log-in',
      headers: JSON_TYPE,
      address: world.newAddress(),
      body: `{${fields.join(',')}}`,
    }
    const { blockedMs } = await world.measure(() =>
      inParallel(Array.from({ length: 10 }), 1, async () => void (await send(world.http, request))),
    )
    return { blocked: blockedMs }
  },
})

/** Requests of 4 MiB without a good key, one for each interface. */
const STRANGERS: readonly AttackRequest[] = [
  soapCall('sendsms', { key: WRONG_KEY, to: '27821234567,'.repeat(LARGE / 12), msg: 'x' }),
  soapCall('sendsms', { to: '1', msg: '&lt;'.repeat(LARGE / 4), key: WRONG_KEY }),
  {
    method: 'POST',
    path: `/api/http/accounting/business/main.ashx?apikey=${WRONG_KEY}`,
    headers: JSON_TYPE,
    body: JSON.stringify({ to: '27821234567,'.repeat(LARGE / 12), message: 'x' }),
  },
  {
    method: 'POST',
    path: '/api/http/erp-b/main.ashx',
    headers: JSON_TYPE,
    body: JSON.stringify({ number: '27821234567,'.repeat(LARGE / 12), message: 'x', apikey: WRONG_KEY }),
  },
  ...[
    ['/api/http/main.ashx', `username=a%40b.c&password=x&clientid=1&msg=x&to=`],
    ['/api/http/accounting/desktop/main.ashx', `key=${WRONG_KEY}&msg=x&to=`],
    ['/api/legacybatch/batchmessage.aspx', `User=x&Password=${WRONG_KEY}&Message=x&Numbers=`],
    ['/api/http/erp-b/main.ashx', `apikey=${WRONG_KEY}&message=x&number=`],
    ['/cgi-bin/sendsms', 'username=x&password=y&text=x&to='],
  ].map(([path = '', start = '']) => ({
    method: 'POST',
    path,
    headers: FORM_TYPE,
    body: `${start}${'27821234567,'.repeat((LARGE - 200) / 12)}`,
  })),
  {
    method: 'POST',
    path: '/sms/2/messages',
    headers: { ...JSON_TYPE, authorization: WRONG_KEY },
    body: JSON.stringify({
      messages: [{ text: 'x', destinations: Array.from({ length: 60_000 }, () => ({ to: '27821234567' })) }],
    }),
  },
  {
    method: 'POST',
    path: `/api/http/queue/main.ashx?key=${WRONG_KEY}`,
    headers: JSON_TYPE,
    body: JSON.stringify({ id: 'x'.repeat(LARGE - 100) }),
  },
]

const strangers = defineAttack({
  name: 'large-without-a-key',
  title: 'Requests of 4 MiB with a wrong key, at every interface',
  isHttp: true,
  bounds: { blocked: BLOCKED },
  async run(world) {
    const { blockedMs } = await world.measure(() =>
      inParallel(
        STRANGERS,
        1,
        async (request) => void (await send(world.http, { ...request, address: world.newAddress() })),
      ),
    )
    return { blocked: blockedMs }
  },
})

const nested = defineAttack({
  name: 'nested-json',
  title: 'JSON nested 400,000 deep, at every interface that takes JSON',
  isHttp: true,
  bounds: { blocked: BLOCKED, broken: none('answers with 500 or none') },
  async run(world) {
    const user = await world.addUser()
    const key = await world.addKey(user)
    const body = `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
    const paths = [
      '/sms/2/messages',
      '/sms/2/preview',
      `/api/http/accounting/business/main.ashx?apikey=${key}`,
      `/api/http/erp-b/main.ashx?apikey=${key}`,
      `/api/http/queue/main.ashx?key=${key}`,
      '/portal/api/1/log-in',
    ]
    let broken = 0
    const { blockedMs } = await world.measure(async () => {
      await inParallel(paths, 1, async (path) => {
        const headers = { ...JSON_TYPE, ...(path.startsWith('/sms') && { authorization: key }) }
        const { status } = await send(world.http, { method: 'POST', path, headers, body, address: world.newAddress() })
        if (status === 500 || status === 0) broken += 1
      })
      const { status } = await user.session.call('POST', '/contacts/columns', Buffer.from(body), { headers: JSON_TYPE })
      if (status === 500 || status === 0) broken += 1
    })
    return { blocked: blockedMs, broken }
  },
})

const heldBodies = defineAttack({
  name: 'bodies-that-wait',
  title: '400 forms of 4 MiB from one address, each of which waits for a password check',
  isHttp: true,
  isLong: true,
  bounds: {
    grown: { label: 'memory grown', unit: 'MiB', atMost: 300 },
    refused: none('requests of others refused'),
  },
  async run(world) {
    const other = await world.addUser()
    const address = world.newAddress()
    const body = Buffer.from(`username=a%40example.com&password=x&clientid=1&to=1&msg=${'x'.repeat(LARGE - 200)}`)
    let refused = 0
    const { grownMebibytes } = await world.measure(async () => {
      const flood = inParallel(Array.from({ length: 400 }), 400, async () => {
        await send(world.http, { method: 'POST', path: '/api/http/main.ashx', headers: FORM_TYPE, body, address })
      })
      const { status } = await other.session.call('GET', '/session')
      if (status !== 200) refused += 1
      await flood
    })
    return { grown: grownMebibytes, refused }
  },
})

export const bodyAttacks = [unknownFields, strangers, nested, heldBodies]
