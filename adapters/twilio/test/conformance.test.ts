import { runAdapterConformance } from '@heliograph/testkit'
import twilio from '../src/index.ts'
import { accessCases } from './access-cases.ts'
import { documentation } from './documentation.ts'
import {
  ACCOUNT,
  accountOf,
  BASE,
  basic,
  HERE,
  messagePath,
  SECRET,
  SERVICE,
  STRANGERS_ACCOUNT,
  sidOf,
  UNAUTHENTICATED,
} from './interface.ts'
import { messageCases } from './message-cases.ts'
import { receiptCases } from './receipt-cases.ts'
import { sendCases } from './send-cases.ts'

runAdapterConformance(twilio, {
  packageRoot: new URL('..', import.meta.url),
  config: {
    requestsPerMinute: 60,
    sidSecret: SECRET,
    services: [{ sid: SERVICE, senders: ['OTHER', `+${HERE}`] }],
  },
  account: { credit: '100.00' },
  base: BASE,
  severalRecipients: false,
  idForm: (smsId) => sidOf(smsId),
  credentials: {
    refusal: UNAUTHENTICATED,
    as: (request, apiKey) => ({
      ...request,
      path: request.path?.replace(ACCOUNT, STRANGERS_ACCOUNT),
      headers: { ...request.headers, ...basic(STRANGERS_ACCOUNT, apiKey) },
    }),
  },
  cases: [...sendCases, ...accessCases, ...messageCases],
  reads: [
    {
      name: 'a message by its sid',
      request: ({ clientId = 1001, smsId }) => ({
        path: messagePath(smsId, clientId).replace(accountOf(clientId), ACCOUNT),
      }),
      shows: (text, { clientId, smsId }) => text.includes(`"sid":"${sidOf(smsId, clientId)}"`),
    },
  ],
  receiptForms: receiptCases,
  documentation: documentation(),
})
