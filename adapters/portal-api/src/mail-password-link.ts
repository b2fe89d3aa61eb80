import type { Principal } from '@heliograph/contracts'
import { deliverMail, type MailOutcome } from './mail/deliver-mail.ts'
import { linkMail } from './mail/link-mail.ts'
import type { PasswordLink, PasswordLinkKind } from './password-links/password-links.ts'
import { passwordWords } from './password-links/password-words.ts'
import type { PortalContext } from './services.ts'

/** The user that a link is for. */
export type Addressee = Pick<Principal, 'userId' | 'email' | 'clientName'>

/** The address of a link, behind which the portal asks for a password. */
export function passwordUrl({ publicUrl }: Pick<PortalContext, 'publicUrl'>, { token }: PasswordLink): string {
  return `${publicUrl()}/portal/log-in?new-password#${token}`
}

/** Mails a link to its user; undefined where the deployment sends no mail. */
export async function mailPasswordLink(
  context: PortalContext,
  { email: to, clientName: client }: Addressee,
  given: { readonly kind: PasswordLinkKind; readonly link: PasswordLink; readonly language: string },
): Promise<MailOutcome | undefined> {
  const { mail } = context.services
  if (mail === undefined) return undefined
  const { language, words } = passwordWords(given.language)
  const url = passwordUrl(context, given.link)
  const { name: product, palette } = context.brand
  const mailWords = words[given.kind]({ product, client })
  const message = linkMail({ to, url, language, words: mailWords, color: palette?.tones[7] })
  return deliverMail(mail, message, context.clock)
}
