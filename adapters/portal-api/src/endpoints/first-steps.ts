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
  summary: 'Get which first steps are done',
  roles: ROLES,
  answer: Type.Object(
    {
      isNewcomer: Type.Boolean({ description: `Whether the client has fewer than ${NEWCOMER_MESSAGES} messages.` }),
      hasSent: Type.Boolean({ description: 'Whether a message has been sent.' }),
      hasSentToSecond: Type.Boolean({ description: 'Whether two of the newest messages have different recipients.' }),
      hasKey: Type.Boolean({ description: 'Whether you have an API key.' }),
      hasWebhook: nullable(
        Type.Boolean(),
        'Whether a channel has a webhook URL. Null for the role `user`, which cannot set one.',
      ),
      hasColleague: nullable(
        Type.Boolean(),
        'Whether the client has another user. Null for the role `user`, which cannot invite any.',
      ),
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
