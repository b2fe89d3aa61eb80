import { plainFailures, type TextInterface } from '@heliograph/testkit'
import { PARAMETERS } from '../src/parameters.ts'

/** Describes the interface to the common rows of text interfaces. */
export const desktopInterface: TextInterface = {
  origin: 'desktop',
  path: '/api/http/accounting/desktop/main.ashx',
  methods: ['GET', 'POST'],
  names: PARAMETERS,
  credentials: ({ apiKey }) => ({ parameters: { key: apiKey } }),
  key: { names: PARAMETERS.key, missing: 'ERROR! [key] or [password] NOT PROVIDED' },
  answer: (results) => results.join(','),
  refusals: {
    recipients: 'ERROR! [to] or [recipient] or [mobile] List of recipients (mobile numbers) NOT GIVEN',
    text: 'ERROR! [message] or [msg] or [text] Message text NOT GIVEN',
    tooManyRecipients: 'ERROR! At most 10000 recipients are allowed',
    tooManyParameters: /^ERROR! At most 20000 parameters/,
  },
  failures: plainFailures('ERROR! '),
}
