import { ELSEWHERE, type ReceiptCase, THERE } from '@heliograph/testkit'
import { get, post } from './interface.ts'

const AT = new Date('2026-11-22T11:02:27.900Z')

const send = (url: string, mask: number | string, more = '') =>
  get(`from=My+Shop&to=%2B${THERE}&text=Hello&dlr-mask=${mask}&dlr-url=${encodeURIComponent(url)}${more}`)

const of = (name: string, url: string, over: Partial<ReceiptCase>, filled: string | null): ReceiptCase => ({
  name,
  request: send(url, 31),
  receipt: { state: 'delivered', at: AT },
  ...over,
  expect: filled === null ? null : { method: 'GET', url: filled, body: undefined, headers: undefined },
})

const TYPE = 'http://client.example/dlr?type=%d'
const typed = (type: number | null) => (type === null ? null : `http://client.example/dlr?type=${type}`)

const TYPES: readonly (readonly [mask: number, state: ReceiptCase['receipt']['state'], type: number | null])[] = [
  [31, 'delivered', 1],
  [1, 'delivered', 1],
  [31, 'undeliverable', 2],
  [2, 'expired', 2],
  [31, 'unconfirmed', 2],
  [31, 'cancelled', 2],
  [31, 'refused-by-network', 16],
  [16, 'no-route', 16],
  [31, 'opted-out', 16],
  [3, 'refused-by-network', 2],
  [16, 'undeliverable', 2],
  [31, 'submitted', 4],
  [4, 'retrying', 4],
  [1, 'undeliverable', null],
  [2, 'delivered', null],
  [3, 'submitted', null],
]

/** The requests to `dlr-url`. */
export const receiptCases: readonly ReceiptCase[] = [
  ...TYPES.map(([mask, state, type]) =>
    of(`dlr-mask ${mask}, ${state}`, TYPE, { request: send(TYPE, mask), receipt: { state } }, typed(type)),
  ),
  of(
    'escapes: addresses as the client wrote them',
    'http://client.example/?%p&%P&%q&%Q',
    {},
    `http://client.example/?%2B${THERE}&My+Shop&%2B${THERE}&My+Shop`,
  ),
  {
    ...of('escapes: 00 as + in %q alone', 'http://c.example/', {}, `http://c.example/?00${THERE}&%2B${THERE}`),
    request: get(`to=00${THERE}&text=Hi&dlr-mask=1&dlr-url=http://c.example/?%25p%26%25q`),
  },
  {
    ...of('escapes: the receiver of each message', 'http://c.example/', {}, `http://c.example/?${ELSEWHERE}`),
    request: get(`to=${THERE}+${ELSEWHERE}&text=Hi&dlr-mask=1&dlr-url=http://c.example/?%25p`),
  },
  {
    ...of(
      'escapes: the sender used when the client named none',
      'http://c.example/',
      {},
      'http://c.example/?27820001234',
    ),
    request: get(`to=${THERE}&text=Hi&dlr-mask=1&dlr-url=http://c.example/?%25P`),
    receipt: { state: 'delivered', from: '27820001234' },
  },
  of('escapes: times in UTC', 'http://c.example/?%t&%T', {}, 'http://c.example/?2026-11-22+11:02:27&1795345347'),
  of(
    'escapes: ids',
    'http://c.example/?%I&%F',
    { receipt: { state: 'delivered', messageId: '74af121a-53b3-4647-9bfe-3c0958b902aa', networkId: 'a b' } },
    'http://c.example/?74af121a-53b3-4647-9bfe-3c0958b902aa&a+b',
  ),
  of('escapes: no id of a network', 'http://c.example/?f=%F', {}, 'http://c.example/?f='),
  {
    ...of('escapes: user and account', 'http://c.example/', {}, 'http://c.example/?jo%40acme.example&order+7'),
    request: send('http://c.example/?%n&%o', 31, '&account=order+7'),
  },
  ...['%a', '%A', '%b'].map((letter) =>
    of(
      `escapes: ${letter} is the receipt as an SMSC writes it`,
      `http://c.example/?${letter}`,
      { receipt: { state: 'undeliverable', networkId: '7', acceptedAt: AT, at: AT, errorId: 1 } },
      'http://c.example/?id%3A7+sub%3A001+dlvrd%3A000+submit+date%3A2611221102+done+date%3A2611221102+stat%3AUNDELIV+err%3A001+text%3A',
    ),
  ),
  of(
    'escapes: words of the receipt',
    'http://c.example/?%k&%r',
    { receipt: { state: 'delivered', networkId: '7', acceptedAt: AT, at: AT } },
    'http://c.example/?id%3A7&sub%3A001+dlvrd%3A001+submit+date%3A2611221102+done+date%3A2611221102+stat%3ADELIVRD+err%3A000+text%3A',
  ),
  of(
    'escapes: what a receipt does not know is as Kannel has it',
    'http://c.example/?%c&%C&%m&%M&%O&%B%D%f%i%R%s%S%u%v%V%#smpp#id#',
    {},
    'http://c.example/?-1&UTF-8&-1&-1&00&',
  ),
  of('escapes: what is not an escape stays', 'http://c.example/?%20%w%%d-%', {}, 'http://c.example/?%20%w%d-%'),
  {
    ...of('headers: dlr-url', 'http://c.example/', {}, 'http://c.example/?1'),
    request: post({ To: THERE, 'DLR-Mask': '1', 'DLR-Url': 'http://c.example/?%d' }, 'Hello'),
  },
]
