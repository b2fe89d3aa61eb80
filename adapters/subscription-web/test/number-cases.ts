import type { AdapterCase } from '@heliograph/testkit'
import { change, linkOf, MOBILE, page } from './requests.ts'

/** Spellings of one number, as they appear in a path. */
const SPELLINGS = [
  MOBILE,
  `+${MOBILE}`,
  `%2B${MOBILE}`,
  `00${MOBILE}`,
  '0821234567',
  '082-123-4567',
  '(082)1234567',
  '%28082%29%20123%204567',
  '082%20123%204567',
  '+27%2082.123.4567',
]

const NO_NUMBERS = ['abc', '12', '27821234567x', '%00', '+', '27821234567,27829876543', '%F0%9F%93%B1', '1'.repeat(64)]

/** One contact, whatever the spelling; and invalid numbers. */
export const numberCases: readonly AdapterCase[] = [
  // spec: Web opt-out and opt-in | parameter | mobile, local form -> 0821234567 is 27821234567
  // spec: Web opt-out and opt-in | parameter | mobile, international form -> 27821234567 is 27821234567
  // spec: Contact subscription record | rule | one contact: local form -> 0821234567 is 27821234567
  // spec: Contact subscription record | rule | one contact: international form -> 27821234567 is 27821234567
  // spec: Contact subscription record | rule | one contact: with + -> +27821234567 is 27821234567
  // spec: Contact subscription record | rule | one contact: with hyphens -> 082-123-4567 is 27821234567
  // spec: Contact subscription record | rule | one contact: with brackets -> (082)1234567 is 27821234567
  ...SPELLINGS.map(
    (mobile): AdapterCase => ({
      name: `${mobile} is ${MOBILE}`,
      request: { path: linkOf('out', mobile) },
      expect: {
        status: 200,
        body: (text: string) => text.includes(`+${MOBILE} will no longer receive`),
        events: [change('out', true)],
      },
    }),
  ),
  {
    name: 'a number of another country',
    request: { path: linkOf('out', '+33612345678') },
    expect: { ...page(200, 'You have opted out'), events: [change('out', true, '33612345678')] },
  },
  ...NO_NUMBERS.map(
    (mobile): AdapterCase => ({
      name: `${mobile.slice(0, 20)} is no number`,
      request: { path: linkOf('out', mobile) },
      expect: page(400, 'Invalid URL format'),
    }),
  ),
]
