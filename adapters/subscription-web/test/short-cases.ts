import { type AdapterCase, memoryShortLinks } from '@heliograph/testkit'
import { CLIENT_ID, change, MOBILE, page } from './requests.ts'

const short = (direction: 'out' | 'in', clientId = CLIENT_ID) =>
  `/${memoryShortLinks.codeOf({ clientId, direction, mobile: MOBILE })}`

const UNKNOWN = ['/robots.txt', '/AAAAAAAAAA', '/short', `/${'x'.repeat(2_000)}`, '/%00', '/%27--']

/** Links of an address and a code. */
export const shortCases: readonly AdapterCase[] = [
  {
    name: 'a short link opts out',
    request: { path: short('out') },
    expect: { ...page(200, 'You have opted out'), events: [change('out', true)] },
  },
  {
    name: 'a short link opts in',
    request: { path: short('in') },
    expect: { ...page(200, 'You have opted in'), events: [change('in', false)] },
  },
  ...(
    [
      ['HEAD', { method: 'HEAD' }],
      ['prefetch', { headers: { 'Sec-Purpose': 'prefetch' } }],
      ['a picture', { headers: { 'Sec-Fetch-Dest': 'image' } }],
      ['another site that leads here', { headers: { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'cross-site' } }],
    ] as const
  ).map(
    ([name, request]): AdapterCase => ({
      name: `a short link changes nothing for what is no person's click: ${name}`,
      request: { ...request, path: short('out') },
      expect: { status: 200, events: [] },
    }),
  ),
  {
    name: 'the button of a short link leads to the link itself',
    request: { path: short('out'), headers: { 'Sec-Fetch-Dest': 'image' } },
    expect: {
      ...page(200, 'Stop messages?'),
      body: (text: string) => text.includes('<a href="" rel="nofollow">Stop messages</a>'),
      events: [],
    },
  },
  {
    name: 'a short link of a client that is not there any more changes nothing',
    request: { path: short('out', 4_000) },
    expect: { ...page(404, 'Client not found'), events: [] },
  },
  ...UNKNOWN.map(
    (path): AdapterCase => ({
      name: `no short link: ${path.slice(0, 20)}`,
      request: { path },
      expect: { ...page(404, 'Link not found'), events: [] },
    }),
  ),
]
