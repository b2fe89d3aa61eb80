import { randomBytes } from 'node:crypto'
import { GatewayError, type UserRecord } from '@heliograph/contracts'
import { assertAdmitted } from '@heliograph/wire'
import { type Static, Type } from 'typebox'
import { type Call, defineEndpoint } from '../../endpoint.ts'
import { mailPasswordLink, passwordUrl } from '../../mail-password-link.ts'
import type { PasswordLink } from '../../password-links/password-links.ts'
import { languageSchema, nullable, timeSchema } from '../../schemas.ts'
import type { PortalContext } from '../../services.ts'
import { newUserFields, ownPassword, userParams, userSchema } from './users.ts'

/** Links that one address may have mailed: they go to other parties. */
const MAILS = { name: 'portal.invitation', perMinute: 20 }

const invitationSchema = Type.Object(
  {
    mailedTo: nullable(
      Type.String(),
      'Where the mail was sent. Null if no mail could be sent: pass the link on yourself.',
    ),
    link: nullable(Type.String(), 'The link, returned only once. Null if it was mailed.'),
    expiresAt: timeSchema('When the link expires.'),
  },
  { title: 'Invitation' },
)

const inviteUser = defineEndpoint({
  method: 'POST',
  path: '/users/invitations',
  id: 'inviteUser',
  summary: 'Invite a user. The link to set a password is mailed, or returned when mail is not configured',
  roles: ['operator', 'admin'],
  body: Type.Object({ ...newUserFields, language: languageSchema }, { additionalProperties: false }),
  answer: Type.Object({ user: userSchema, invitation: invitationSchema }, { title: 'InvitedUser' }),
  errors: ['forbidden', 'conflict', 'throttled'],
  act: { action: 'password-link-made', by: 'anyone', subject: (_, { user }) => `user ${user.userId}` },
  async handle(context, { principal, request, body: { channelId, priority, language, ...given } }) {
    const { accounts, addressLimits } = context.services
    assertAdmitted(addressLimits.admit(MAILS, request.remoteAddress))
    const { clientId } = principal
    const { userId } = await accounts.addUser(principal, {
      ...given,
      clientId,
      channelId: channelId ?? undefined,
      priority: priority ?? undefined,
      // Known to no one: the user sets another.
      password: randomBytes(32).toString('base64url'),
    })
    const user = await findUser(context, principal, userId)
    return { user, invitation: await invite(context, principal, user, language) }
  },
})

const makePasswordLink = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/password-link',
  id: 'makePasswordLink',
  summary: 'Send a user a password link. It is mailed, or returned when mail is not configured',
  roles: ['operator', 'admin'],
  params: userParams,
  body: Type.Object({ language: languageSchema }, { title: 'PasswordLinkDraft', additionalProperties: false }),
  answer: invitationSchema,
  errors: ['forbidden', 'not-found', 'conflict', 'throttled'],
  act: { action: 'password-link-made', by: 'anyone', subject: ({ params }) => `user ${params.userId}` },
  async handle(context, { self, principal, request, params: { userId }, body: { language } }) {
    // A link must not open what the present password protects on an unlocked computer.
    if (userId === self.userId) throw ownPassword()
    const { accounts, addressLimits } = context.services
    const user = await findUser(context, principal, userId)
    // Throws unless the principal manages this user: to see one is not enough.
    await accounts.keys(principal, userId)
    assertAdmitted(addressLimits.admit(MAILS, request.remoteAddress))
    return invite(context, principal, user, language)
  },
})

async function findUser(
  { services }: PortalContext,
  principal: Call['principal'],
  userId: number,
): Promise<UserRecord> {
  const users = await services.accounts.users(principal, principal.clientId)
  const user = users.find((each) => each.userId === userId)
  if (user === undefined) throw new GatewayError('not-found', 'user-not-found', `There is no user ${userId}`)
  return user
}

/** A mail that was not taken leaves the link to be passed on by hand. */
async function invite(
  context: PortalContext,
  { clientName }: Call['principal'],
  { userId, email }: UserRecord,
  language = 'en',
): Promise<Static<typeof invitationSchema>> {
  const { logger, passwordLinks } = context
  const link = (await passwordLinks.create(userId, 'invited')) as PasswordLink
  const outcome = await mailPasswordLink(context, { userId, email, clientName }, { kind: 'invited', link, language })
  const isMailed = outcome?.failure === null
  if (outcome !== undefined && !isMailed) logger.error({ userId, ...outcome }, 'an invitation could not be mailed')
  return {
    mailedTo: isMailed ? email : null,
    link: isMailed ? null : passwordUrl(context, link),
    expiresAt: link.expiresAt.toISOString(),
  }
}

/** Links by which other users set a password. */
export const invitationEndpoints = [inviteUser, makePasswordLink]
