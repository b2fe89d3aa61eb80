import type { TextInterface } from '@heliograph/testkit'
import { PARAMETERS } from '../src/parameters.ts'

const NO_RECIPIENTS = 'ERROR! [to] or [recipient] or [mobile] List of recipients (mobile numbers) NOT GIVEN'
const NO_TEXT = 'ERROR! [message] or [msg] or [text] Message text NOT GIVEN'

const plain = (body: unknown, status = 200) => ({ status, body })

/** The interface as the common rows of text interfaces see it. */
export const desktopInterface: TextInterface = {
  origin: 'desktop',
  path: '/api/http/accounting/desktop/main.ashx',
  methods: ['GET', 'POST'],
  names: PARAMETERS,
  credentials: ({ apiKey }) => ({ parameters: { key: apiKey } }),
  answer: (results) => results.join(','),
  refusals: {
    recipients: NO_RECIPIENTS,
    text: NO_TEXT,
    tooManyRecipients: 'ERROR! At most 10000 recipients are allowed',
    tooManyParameters: /^ERROR! At most 20000 parameters/,
  },
  failures: {
    invalid: plain('ERROR! Forced invalid'),
    unauthenticated: plain('0:27821234567:ERROR'),
    forbidden: plain('0:27821234567:ERROR'),
    'not-found': plain('ERROR! Forced not-found', 404),
    'method-not-allowed': plain('ERROR! Forced method-not-allowed', 405),
    conflict: plain('ERROR! Forced conflict'),
    'too-large': plain('ERROR! Forced too-large', 413),
    throttled: plain('ERROR! Forced throttled', 429),
    internal: plain('ERROR! Forced internal'),
    unavailable: plain('ERROR! Forced unavailable'),
  },
}
