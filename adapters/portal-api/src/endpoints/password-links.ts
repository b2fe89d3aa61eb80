import { GatewayError, type Principal } from '@heliograph/contracts'
import { Type } from 'typebox'
import { definePublicEndpoint } from '../endpoint.ts'
import { mailPasswordLink } from '../mail-password-link.ts'
import { refuseProviderUser } from '../refuse-provider-user.ts'
import { languageSchema, newPasswordSchema } from '../schemas.ts'
import { requireSecondFactor } from '../second-factor.ts'
import type { PortalContext } from '../services.ts'
import { enter, LOG_IN_ATTEMPTS, secondFactorCodeSchema } from './enter.ts'
import { sessionSchema } from './session.ts'

const requestPasswordLink = definePublicEndpoint({
  method: 'POST',
  path: '/log-in/forgotten',
  id: 'requestPasswordLink',
  summary: 'Request a password link by mail. The response does not reveal whether the user exists',
  admission: { name: 'portal.forgotten', perMinute: 5 },
  body: Type.Object(
    { email: Type.String({ maxLength: 254 }), language: languageSchema },
    { additionalProperties: false },
  ),
  errors: ['forbidden', 'conflict'],
  async handle(context, { body: { email, language = 'en' }, request }) {
    refuseProviderUser(context, email.trim())
    if (context.services.mail === undefined)
      throw new GatewayError('conflict', 'no-mail', 'Mail is not configured on this deployment')
    // Nothing that follows may be awaited: the time would reveal whether there is such a user.
    context.backgroundTasks.begin(() => mailForgotten(context, email.trim(), language, request.remoteAddress))
    return undefined
  },
})

async function mailForgotten(context: PortalContext, email: string, language: string, address: string): Promise<void> {
  const { services, logger, passwordLinks } = context
  const result = await services.vouchedLogins.byEmail(email)
  if (result.kind !== 'ok') return
  const { userId } = result.principal
  const link = await passwordLinks.create(userId, 'forgotten')
  if (link === undefined) {
    logger.warn({ userId }, 'too many password links requested; none was sent')
    return
  }
  const act = { action: 'password-link-requested', subject: `user ${userId}`, detail: { address } }
  await services.auditLog.note(result.principal, act)
  const outcome = await mailPasswordLink(context, result.principal, { kind: 'forgotten', link, language })
  if (outcome?.failure != null) logger.error({ userId, ...outcome }, 'a password link could not be mailed')
}

const setPasswordByLink = definePublicEndpoint({
  method: 'POST',
  path: '/log-in/password',
  id: 'setPasswordByLink',
  summary:
    'Set a password with a one-time link, and log in. All other sessions end; passkeys and API keys with portal access are removed',
  admission: LOG_IN_ATTEMPTS,
  body: Type.Object(
    {
      token: Type.String({ maxLength: 200, description: 'Fragment of the link, without the `#`.' }),
      password: newPasswordSchema,
      code: secondFactorCodeSchema,
    },
    { additionalProperties: false },
  ),
  answer: sessionSchema,
  errors: ['unauthenticated', 'forbidden'],
  async handle(context, { body: { token, password, code }, request }) {
    const { services, passwordLinks, sessions } = context
    const userId = await passwordLinks.find(token)
    const principal = userId === undefined ? undefined : await services.directory.byUser(userId, request)
    if (principal === undefined) throw uselessLink()
    refuseProviderUser(context, principal.email)
    // The code is checked first: a wrong one must not use up the link.
    await requireSecondFactor(services, principal, code, request.remoteAddress)
    if (!(await passwordLinks.redeem(token))) throw uselessLink()
    await services.accounts.setPassword(principal, { userId: principal.userId, password })
    await sessions.closeOthers(principal.userId)
    await removeOtherAccess(context, principal)
    return enter(context, request, principal, 'mail')
  },
})

/** A thief of the password may have made keys that open the portal, and passkeys. Programs that send keep theirs. */
async function removeOtherAccess(
  { services: { accounts, passkeys } }: PortalContext,
  principal: Principal,
): Promise<void> {
  for (const { keyId, scope } of await accounts.keys(principal, principal.userId))
    if (scope === 'portal') await accounts.removeKey(principal, keyId)
  await passkeys.removeAll(principal, principal.userId)
}

function uselessLink(): GatewayError {
  return new GatewayError(
    'unauthenticated',
    'useless-link',
    'This link has expired or was already used; request a new one',
  )
}

/** Links by which users set a password that they do not know. */
export const passwordLinkEndpoints = [requestPasswordLink, setPasswordByLink]
