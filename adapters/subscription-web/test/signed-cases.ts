import { type AdapterCase, memoryLinks } from '@heliograph/testkit'
import { CLIENT_ID, change, linkOf, MOBILE, page } from './requests.ts'

const sign = (direction: 'out' | 'in', mobile = MOBILE, clientId = CLIENT_ID) =>
  memoryLinks.sign({ clientId, direction, mobile })

/** A link as the gateway writes it. */
const signed = (direction: 'out' | 'in', signature = sign(direction)) => ({
  path: linkOf(direction, MOBILE),
  query: `s=${signature}`,
})

const LED = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site' }

/** Links of the gateway do what they say, whatever is accepted. */
export const signedCases: readonly AdapterCase[] = [
  {
    name: 'a signed link opts out',
    request: signed('out'),
    expect: { ...page(200, 'You have opted out'), events: [change('out', true)] },
  },
  {
    name: 'a signed link opts in',
    request: signed('in'),
    expect: { ...page(200, 'You have opted in'), events: [change('in', false)] },
  },
  {
    name: 'what is added to a signed link on its way changes nothing about it',
    request: { path: linkOf('out', MOBILE), query: `utm_source=sms&s=${sign('out')}&fbclid=1` },
    expect: { ...page(200, 'You have opted out'), events: [change('out', true)] },
  },
  {
    name: 'the button of a signed link leads to the signed link',
    request: { ...signed('out'), headers: LED },
    expect: {
      ...page(200, 'Stop messages?'),
      body: (text: string) => text.includes('<a href="" rel="nofollow">Stop messages</a>'),
      events: [],
    },
  },
  {
    name: 'a wrong signature counts as none where links are public',
    request: signed('out', 'AAAAAAAAAAA'),
    expect: { ...page(200, 'You have opted out'), events: [change('out', true)] },
  },
]

/** Requests without the signature of their link. */
const UNSIGNED = [
  ['no signature', { path: linkOf('out', MOBILE) }],
  ['an empty one', signed('out', '')],
  ['a guessed one', signed('out', 'AAAAAAAAAAA')],
  ['that of the other direction', signed('out', sign('in'))],
  ['that of another number', signed('out', sign('out', '27829876543'))],
  ['that of another client', signed('out', sign('out', MOBILE, 1002))],
  ['part of the right one', signed('out', sign('out').slice(0, 8))],
  [
    'the right one for another spelling of the number',
    { path: linkOf('out', '0821234567'), query: `s=${sign('out')}` },
  ],
  ['no signature, for a client that does not exist', { path: linkOf('out', MOBILE, 999_999) }],
] as const

/** Under `accept: { optOut: signed }`. */
export const acceptSignedCases: readonly AdapterCase[] = [
  ...signedCases.slice(0, 4),
  ...UNSIGNED.map(
    ([name, request]): AdapterCase => ({
      name: `${name}: the link is incomplete, and nothing changes`,
      request,
      expect: { ...page(400, 'Invalid URL format'), events: [] },
    }),
  ),
  {
    name: 'the other direction stays public',
    request: { path: linkOf('in') },
    expect: { ...page(200, 'You have opted in'), events: [change('in', false)] },
  },
]
