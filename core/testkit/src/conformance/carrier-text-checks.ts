import assert from 'node:assert/strict'
import type { OutboundRequest, OutgoingMessage } from '@heliograph/contracts'
import { type AnyPluginModule, type CarrierKit, type CarrierWorld, withCarrierKit } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { writtenValues } from './written-values.ts'

const SMS_ID = 1_000_001
const PLAIN_TEXT = 'KitText'
/** Of the letters that every network takes: each sign that means something in a form, a URL, JSON or XML. */
const ODD_TEXT = 'Fish & chips = 5 + 2 %41 "quoted" <b> it\'s #1; at 50 % off? yes/no'

/** The octets of a text that could be one of digits and letters. */
const OCTETS = '4B6974'

/** What is no plain text, by what it would be sent as. */
const NO_TEXTS: readonly (readonly [name: string, plain: Content, other: Content])[] = [
  ['octets', { text: OCTETS }, { text: OCTETS, encoding: 'binary' }],
  ['a text with a header', { text: PLAIN_TEXT }, { text: PLAIN_TEXT, userDataHeader: '0605040B8423F0' }],
]

type Content = Partial<Pick<OutgoingMessage, 'text' | 'encoding' | 'userDataHeader'>>

/** A carrier over HTTP writes the text so that its network reads the same one, and sends nothing else as a text. */
export function carrierTextChecks(module: AnyPluginModule, options: CarrierWorld): readonly Check[] {
  if (!options.http) return []
  const withKit = (work: (kit: CarrierKit) => Promise<void>) => () =>
    withCarrierKit(module, options, async (kit) => {
      await kit.open()
      await work(kit)
    })
  return [
    { name: 'a text arrives as it is, whatever signs it has', run: withKit(checkSigns) },
    ...NO_TEXTS.map(([name, plain, other]) => ({
      name: `never sends ${name} as a plain text`,
      run: withKit((kit) => checkApart(kit, name, plain, other)),
    })),
  ]
}

async function checkSigns(kit: CarrierKit): Promise<void> {
  const plain = await sent(kit, { text: PLAIN_TEXT })
  // A network that gets texts in a form of its own, octets say, is left to the rows of the table.
  if (!plain.requests.some((request) => writtenValues(request).includes(PLAIN_TEXT))) return
  const odd = await sent(kit, { text: ODD_TEXT })
  assert.ok(
    odd.requests.some((request) => writtenValues(request).includes(ODD_TEXT)),
    `the text ${ODD_TEXT} is sent so that the network reads another: ${odd.shown}`,
  )
}

async function checkApart(kit: CarrierKit, name: string, plain: Content, other: Content): Promise<void> {
  const [asText, asItself] = [await sent(kit, plain), await sent(kit, other)]
  assert.ok(
    !asItself.isAccepted || asItself.shown !== asText.shown,
    `${name} went out as a plain text, which people would read: refuse it, with the fault 'route'`,
  )
}

/** What becomes of a message: the requests to the network, and whether that took it. */
async function sent(kit: CarrierKit, content: Content) {
  const [link] = kit.carrier.links
  assert.ok(link, 'a carrier has at least one link')
  const earlier = kit.http.requests.length
  // The same number, so that requests differ in nothing else.
  const outcomes = await kit.submit(link, kit.message({ ...content, smsId: SMS_ID }))
  const requests = kit.http.requests.slice(earlier)
  const isAccepted = outcomes.every(({ kind }) => kind === 'accepted')
  return { requests, isAccepted, shown: requests.map(shown).join('\n') }
}

function shown({ url, body = '' }: OutboundRequest): string {
  return `${url} ${Buffer.from(body).toString('utf8')}`
}
