import { plainFailures, type TextInterface } from '@heliograph/testkit'

/**
 * Describes the interface by query and form, with its default parameter names, to the common rows of text interfaces.
 */
export const erpBInterface: TextInterface = {
  origin: 'erp-b',
  path: '/api/http/erp-b/main.ashx',
  methods: ['GET', 'POST'],
  names: { recipients: ['number'], text: ['message'], reference: ['ref'] },
  credentials: ({ apiKey }) => ({ parameters: { apikey: apiKey } }),
  key: { names: ['apikey'], missing: 'ERROR! [apikey] NOT PROVIDED' },
  answer: (results) => results.join(','),
  refusals: {
    recipients: 'ERROR! [number] List of recipients (mobile numbers) NOT GIVEN',
    text: 'ERROR! [message] Message text NOT GIVEN',
    tooManyRecipients: 'ERROR! At most 10000 recipients are allowed',
    tooManyParameters: /^ERROR! At most 20000 parameters/,
  },
  failures: plainFailures('ERROR! '),
}
