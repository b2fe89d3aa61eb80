import type { AdapterCase } from '@heliograph/testkit'
import { change, linkOf, page } from './requests.ts'

type Headers = Readonly<Record<string, string>>

const CLICK = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-User': '?1' }
const LED = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' }

/** Requests of a person who follows a link. */
const FOLLOWED: readonly (readonly [name: string, headers: Headers])[] = [
  ['a link in an SMS or a mail program', { ...LED, 'Sec-Fetch-Site': 'none' }],
  ['an address that was typed', { ...CLICK, 'Sec-Fetch-Site': 'none' }],
  ['a click in a web mail', { ...CLICK, 'Sec-Fetch-Site': 'cross-site' }],
  ['a click on a page of a neighbour', { ...CLICK, 'Sec-Fetch-Site': 'same-site' }],
  ['the button of this page', { ...CLICK, 'Sec-Fetch-Site': 'same-origin' }],
  ['the button of this page in Safari', { ...LED, 'Sec-Fetch-Site': 'same-origin' }],
  ['a browser that does not say, and a program', {}],
  ["a program that uses Node's fetch", { 'Sec-Fetch-Mode': 'cors' }],
]

const FETCHED = ['image', 'iframe', 'frame', 'script', 'style', 'font', 'audio', 'video', 'embed', 'object', 'empty']

/** Requests that pages make by themselves, and of programs that look at links. */
const NOT_FOLLOWED: readonly (readonly [name: string, headers: Headers])[] = [
  ...FETCHED.map((destination) => {
    const isFrame = destination.endsWith('frame') || destination === 'object' || destination === 'embed'
    const mode = isFrame ? 'navigate' : 'no-cors'
    const headers = { 'Sec-Fetch-Dest': destination, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Site': 'cross-site' }
    return [destination, headers] as const
  }),
  ['a frame that its reader clicked', { ...CLICK, 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'cross-site' }],
  ['fetch', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'cross-site' }],
  ['a browser that does not say what for', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' }],
  ['a page that leads here by itself', { ...LED, 'Sec-Fetch-Site': 'cross-site' }],
  ['a page of a neighbour that leads here by itself', { ...LED, 'Sec-Fetch-Site': 'same-site' }],
  ['a click that only prefetches', { ...CLICK, 'Sec-Fetch-Site': 'none', 'Sec-Purpose': 'prefetch' }],
  ['values that no browser sends', { 'Sec-Fetch-Dest': '', 'Sec-Fetch-Mode': '', 'Sec-Fetch-Site': '' }],
]

/** Who may change something by opening a link, and who only gets to see what it is about. */
export const navigationCases: readonly AdapterCase[] = [
  ...FOLLOWED.map(
    ([name, headers]): AdapterCase => ({
      name: `${name}: opts out`,
      request: { headers },
      expect: { ...page(200, 'You have opted out'), events: [change('out', true)] },
    }),
  ),
  ...NOT_FOLLOWED.flatMap(([name, headers]): readonly AdapterCase[] => [
    {
      name: `${name}: does not opt out, and gets a button`,
      request: { headers },
      expect: {
        ...page(200, 'Stop messages?'),
        body: (text: string) => text.includes('<a href="?confirm=1" rel="nofollow">Stop messages</a>'),
        events: [],
      },
    },
    {
      name: `${name}: does not opt in`,
      request: { path: linkOf('in'), headers },
      expect: { ...page(200, 'Receive messages?'), events: [] },
    },
  ]),
]
