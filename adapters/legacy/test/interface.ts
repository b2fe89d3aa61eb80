import { plainFailures, type TextInterface } from '@heliograph/testkit'

export const MISSING = 'Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]'

/** Describes the interface to the common rows of text interfaces. */
export const legacyInterface: TextInterface = {
  origin: 'legacy',
  path: '/api/legacybatch/batchmessage.aspx',
  methods: ['POST'],
  names: { recipients: ['Numbers'], text: ['Message'], reference: [] },
  credentials: ({ apiKey }) => ({ parameters: { User: 'jo', Password: apiKey } }),
  key: { names: ['Password'], missing: MISSING },
  answer: (results) => results.join(','),
  refusals: {
    recipients: MISSING,
    text: MISSING,
    tooManyRecipients: 'Error: At most 10000 recipients are allowed',
    tooManyParameters: /^Error: At most 20000 parameters/,
  },
  failures: {
    ...plainFailures('Error: '),
    internal: { status: 500, body: 'Error: Forced internal' },
    unavailable: { status: 500, body: 'Error: Forced unavailable' },
  },
}
