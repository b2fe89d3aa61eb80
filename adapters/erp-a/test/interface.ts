import { plainFailures, type TextInterface } from '@heliograph/testkit'

/** Describes the interface, with its default parameter names, to the common rows of text interfaces. */
export const erpAInterface: TextInterface = {
  origin: 'erp-a',
  path: '/api/http/ErpAConnect.ashx',
  methods: ['GET'],
  names: {
    recipients: ['recipient_addr'],
    text: ['message', 'msg', 'text', 'message_text', 'sms_text'],
    reference: ['ref'],
  },
  credentials: ({ apiKey, clientId }) => ({ parameters: { account: String(clientId), password: apiKey } }),
  key: { names: ['password'], missing: 'ERROR! [password] NOT PROVIDED' },
  answer: (results) => results.join(','),
  refusals: {
    recipients: 'ERROR! [recipient_addr] List of recipients (mobile numbers) NOT GIVEN',
    text: 'ERROR! [message] or [msg] or [text] Message text NOT GIVEN',
    tooManyRecipients: 'ERROR! At most 10000 recipients are allowed',
    tooManyParameters: /^ERROR! At most 20000 parameters/,
  },
  failures: plainFailures('ERROR! '),
}
