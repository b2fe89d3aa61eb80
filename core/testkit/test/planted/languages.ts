import { GatewayError } from '@heliograph/contracts'
import { GOOD, type Mistake, plain, reading, sending } from '../fixtures/mistaken-adapter.ts'

const ANY = `takes a text in any language: ${GOOD}`

/** The tiny adapter with its text changed on the way. */
const changing = (change: (text: string) => string): Pick<Mistake, 'adapter'> => ({
  adapter: sending((request, good) => {
    const form = new URLSearchParams(request.body.toString())
    const text = form.get('text')
    if (text !== null) form.set('text', change(text))
    return good({ ...request, body: Buffer.from(form.toString()) })
  }),
})

/** The tiny adapter with texts shown by its read route, and its case for them. */
const showing = (write: (text: string) => string): Mistake => ({
  name: `a text shown ${write === toLatin ? 'as Latin-1' : 'in ASCII alone'}`,
  adapter: reading(async ({ headers, query }, _good, { services }) => {
    const principal = await services.directory.byApiKey(headers['x-api-key'] ?? '')
    if (!principal) throw new GatewayError('unauthenticated', 'bad-key', 'Unknown key')
    const smsId = Number(new URLSearchParams(query).get('id'))
    const [found] = (await services.reports.find(principal, { smsId, limit: 1 })).records
    if (!found) throw new GatewayError('not-found', 'unknown', 'Unknown')
    return plain(200, `${found.smsId} ${write(found.text)}`)
  }),
  fails: 'shows a text in any language: state by number',
  because: /of a message is shown otherwise/,
})

const toLatin = (text: string) => Buffer.from(text).toString('latin1')
const toAscii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

/** Texts in other letters than those of the tests that authors write. */
export const LANGUAGE_FAULTS: readonly Mistake[] = [showing(toLatin), showing(toAscii), ...changed()]

function changed(): readonly Mistake[] {
  return [
    ['read as Latin-1', toLatin],
    ['letters that are not ASCII taken out', (text: string) => text.replace(/[^\x20-\x7e]/g, '')],
    ['a question mark for each letter that is not ASCII', toAscii],
    ['accents taken off', (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')],
    [
      'signs outside the basic plane cut in half',
      (text: string) => text.replace(/[\ud800-\udbff](?=[\udc00-\udfff])/g, ''),
    ],
    ['the euro sign replaced', (text: string) => text.replace('€', 'EUR')],
    ['brackets taken for markup', (text: string) => text.replace(/\[.*\]/, '')],
  ].map(([name, change]) => ({
    name: `a text: ${name}`,
    ...changing(change as (text: string) => string),
    fails: ANY,
    because: /arrives as another|is refused/,
  }))
}
