import { type ChannelRecord, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../endpoint.ts'
import { nullable } from '../schemas.ts'

/** A client that has sent fewer messages than this is new. */
const NEWCOMER_MESSAGES = 100

const PATIENCE_MS = 150

const getFirstSteps = defineEndpoint({
  method: 'GET',
  path: '/first-steps',
  id: 'getFirstSteps',
  summary: 'Get the first steps that are done',
  roles: ROLES,
  answer: Type.Object(
    {
      isNewcomer: Type.Boolean({ description: `The client has fewer than ${NEWCOMER_MESSAGES} messages.` }),
      hasSent: Type.Boolean({ description: 'There is a message.' }),
      hasSentToSecond: Type.Boolean({ description: 'Two of the newest messages are to different numbers.' }),
      hasKey: Type.Boolean({ description: 'I have an API key.' }),
      hasWebhook: nullable(Type.Boolean(), 'A channel has the URL of a webhook. Null for users, who set up none.'),
      hasColleague: nullable(Type.Boolean(), 'The client has another user. Null for users, who invite nobody.'),
    },
    { title: 'FirstSteps' },
  ),
  errors: ['forbidden'],
  async handle({ services: { accounts, reports } }, { principal, self, request }) {
    const { clientId, role } = principal
    const filter = { limit: NEWCOMER_MESSAGES, patienceMs: PATIENCE_MS }
    const { records, next } = await reports.find(principal, filter, { signal: request.signal })
    const keys = await accounts.keys(self, self.userId)
    const isKeeper = role !== 'user'
    return {
      isNewcomer: next === undefined && records.length < NEWCOMER_MESSAGES,
      hasSent: records.length > 0,
      hasSentToSecond: records.some(({ to }) => to !== records[0]?.to),
      hasKey: keys.length > 0,
      hasWebhook: isKeeper ? (await accounts.channels(principal, clientId)).some(hasWebhook) : null,
      hasColleague: isKeeper ? (await accounts.users(principal, clientId)).length > 1 : null,
    }
  },
})

function hasWebhook({ dlrUrl, incomingUrl, optInUrl, optOutUrl }: ChannelRecord): boolean {
  return [dlrUrl, incomingUrl, optInUrl, optOutUrl].some((url) => url !== null)
}

export const firstStepEndpoints = [getFirstSteps]
