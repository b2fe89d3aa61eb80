import { GOOD, type Mistake, sending } from '../fixtures/mistaken-adapter.ts'

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

/** Texts in other letters than those of the tests that authors write. */
export const LANGUAGE_FAULTS: readonly Mistake[] = [
  ['read as Latin-1', (text: string) => Buffer.from(text).toString('latin1')],
  ['letters that are not ASCII taken out', (text: string) => text.replace(/[^\x20-\x7e]/g, '')],
  ['a question mark for each letter that is not ASCII', (text: string) => text.replace(/[^\x20-\x7e]/g, '?')],
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
  line: true,
}))
