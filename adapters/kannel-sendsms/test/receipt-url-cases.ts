import { type AdapterCase, CONFORMANCE_API_KEY, THERE } from '@heliograph/testkit'
import { GOOD, get, refuses, rejected, sends, USER } from './interface.ts'

const MISFORMED = rejected('DLR-URL field misformed, rejected')
const DLR = 'http%3A%2F%2Fclient.example%2F%3F%25d'
const URL_AS_GIVEN = 'http://client.example/?%d'

/** When receipts are requested, and where they may go. */
export const receiptUrlCases: readonly AdapterCase[] = [
  sends('dlr-url and dlr-mask', get(`${GOOD}&dlr-mask=3&dlr-url=${DLR}`), {
    notifyUrl: URL_AS_GIVEN,
    notifyFormat: { on: ['delivered', 'failed'] },
  }),
  sends('dlrurl and dlrmask', get(`${GOOD}&dlrmask=4&dlrurl=${DLR}`), {
    notifyUrl: URL_AS_GIVEN,
    notifyFormat: { on: ['pending'] },
  }),
  refuses(
    'dlr-url: a receiver longer than any number',
    get(`to=${'2'.repeat(2_000)}&text=Hello&dlr-mask=1&dlr-url=${DLR}`),
    rejected('Number(s) has/have been denied by white- and/or black-lists.'),
  ),
  sends(
    'dlr-url: a sender and a user of any length',
    get(
      `from=${'%22'.repeat(2_000)}&to=${THERE}&text=Hello&dlr-mask=1&dlr-url=${DLR}`,
      `username=${'+'.repeat(2_000)}${USER.email}&password=${CONFORMANCE_API_KEY}`,
    ),
    { notifyUrl: URL_AS_GIVEN },
  ),
  sends('dlr-url without dlr-mask', get(`${GOOD}&dlr-url=${DLR}`), { notifyUrl: null }),
  sends('dlr-mask 8 alone: there is nothing to tell', get(`${GOOD}&dlr-mask=8&dlr-url=${DLR}`), { notifyUrl: null }),
  sends('dlr-mask without dlr-url', get(`${GOOD}&dlr-mask=31`), { notifyUrl: null }),
  ...[
    'x',
    'ftp://client.example/',
    'http://',
    'http://jo:pw@client.example/',
    `http://c.example/${'x'.repeat(2048)}`,
  ].map((url) =>
    refuses(`dlr-url=${url.slice(0, 40)}`, get(`${GOOD}&dlr-mask=1&dlr-url=${encodeURIComponent(url)}`), MISFORMED),
  ),
]
