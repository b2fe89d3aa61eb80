import type { Principal } from '@heliograph/contracts'
import { measureText } from '@heliograph/messaging'
import { automaticSign } from './automatic.ts'
import { bodyText } from './body-text.ts'
import { byKey, type LoggedIn, logIn } from './login.ts'
import { type ReadMail, readMail } from './read-mail.ts'
import { readRecipient } from './recipient.ts'
import type { ServerContext } from './server-context.ts'
import { isFault, refusalFor, SmtpRefusal } from './smtp-answers.ts'
import { formatTaken, mapMailToRequest } from './submission.ts'

/** Sender of the mail under way. A mail from the null sender is accepted and dropped. */
type Sender = { readonly kind: 'client'; readonly principal: Principal } | { readonly kind: 'null-sender' }

/** A mail received in full. */
export interface WholeMail {
  /** The sender of the envelope; empty for the null sender. */
  readonly sender: string
  readonly recipients: readonly string[]
  readonly octets: Uint8Array
}

/** The number of wrong passwords that ends a connection. */
const MAX_FAILURES = 3

/** The number of mails without a login that ends a connection. */
const MAX_UNKNOWN_SENDERS = 10

/** Handles the commands of one SMTP session, in their order. Methods reject with the refusal to answer. */
export class MailSession {
  readonly #context: ServerContext
  readonly #remoteAddress: string
  #loggedIn: LoggedIn | undefined
  #failures = 0
  #unknownSenders = 0
  #sender: Sender = { kind: 'null-sender' }

  constructor(context: ServerContext, remoteAddress: string) {
    this.#context = context
    this.#remoteAddress = remoteAddress
  }

  /** Whether the mail under way is a client's. */
  get isKnown(): boolean {
    return this.#sender.kind === 'client'
  }

  /** AUTH. */
  async logIn(account: string, password: string): Promise<void> {
    const { logger, metrics } = this.#context
    try {
      this.#loggedIn = await logIn(this.#context, { account, password, address: this.#remoteAddress })
      metrics.logIn('ok')
    } catch (thrown) {
      if (!(thrown instanceof SmtpRefusal)) {
        metrics.logIn('unavailable')
        if (isFault(thrown)) logger.error({ err: thrown }, 'A login could not be checked')
        throw new SmtpRefusal(454, 'Logins cannot be checked now, try again later')
      }
      metrics.logIn('refused')
      logger.info({ account, remote: this.#remoteAddress, answer: thrown.message }, 'Login rejected')
      this.#failures += 1
      throw this.#failures < MAX_FAILURES ? thrown : new SmtpRefusal(421, thrown.message)
    }
  }

  /** MAIL FROM. */
  async begin(sender: string): Promise<void> {
    this.#sender = await this.#answering(async () => {
      if (sender === '') return { kind: 'null-sender' }
      const { senderKey, services } = this.#context
      const apiKey = this.#loggedIn ? undefined : senderKey(sender, this.#remoteAddress)
      const login = this.#loggedIn ?? (apiKey === undefined ? undefined : byKey(services, apiKey, this.#remoteAddress))
      const principal = await login?.principal()
      if (principal === undefined) throw this.#unknownSender()
      return { kind: 'client', principal }
    })
  }

  #unknownSender(): SmtpRefusal {
    this.#unknownSenders += 1
    return new SmtpRefusal(this.#unknownSenders < MAX_UNKNOWN_SENDERS ? 530 : 421, 'Authentication required')
  }

  /** RCPT TO. */
  async add(recipient: string): Promise<void> {
    const { kind } = readRecipient(recipient, this.#context.domain, this.#country)
    if (kind === 'unknown-domain') throw new SmtpRefusal(550, 'Mail to this domain is not taken here')
    if (kind === 'no-number' && this.#sender.kind === 'client') throw new SmtpRefusal(553, 'This is no phone number')
  }

  /** The end of DATA. Resolves, after the commit, with the text of the answer 250. */
  async take(mail: WholeMail): Promise<string> {
    const { makeRequestId, metrics } = this.#context
    const requestId = makeRequestId()
    try {
      return await this.#answering(() => this.#send(mail, requestId), requestId)
    } catch (refusal) {
      metrics.mail((refusal as SmtpRefusal).responseCode < 500 ? 'put-off' : 'refused')
      throw refusal
    }
  }

  async #send({ octets, recipients, sender }: WholeMail, requestId: string): Promise<string> {
    const { config, domain, services, metrics } = this.#context
    if (this.#sender.kind === 'null-sender') return this.#drop('null sender', requestId)
    const { principal } = this.#sender
    const mail = await readMail(octets).catch(() => {
      throw new SmtpRefusal(554, 'This mail cannot be read')
    })
    const automatic = automaticSign({ sender, ...mail })
    if (automatic !== undefined && (automatic.kind === 'answer' || config.programs === 'drop'))
      return this.#drop(automatic.sign, requestId)
    const text = bodyText(mail, config)
    this.#check(text)
    const numbers = recipients.flatMap((address) => {
      const read = readRecipient(address, domain, this.#country)
      return read.kind === 'number' ? [read.to] : []
    })
    const request = mapMailToRequest({ text, messageId: mail.messageId, recipients: numbers, requestId })
    const { entries } = await services.submissions.submit(principal, request)
    const answer = formatTaken(entries)
    metrics.mail('sent')
    await this.#remember(principal, entries, mail, requestId)
    return answer
  }

  #check(text: string): void {
    if (text === '') throw new SmtpRefusal(554, 'There is no text to send')
    const { maxParts } = this.#context.config
    const { parts } = measureText(text)
    if (parts > maxParts) throw new SmtpRefusal(552, `The text is too long: ${parts} parts, ${maxParts} at most`)
  }

  #drop(sign: string, requestId: string): string {
    const { logger, metrics } = this.#context
    metrics.mail('dropped')
    logger.info({ sign, requestId, remote: this.#remoteAddress }, 'Mail dropped: it was sent automatically')
    return 'OK: taken and dropped'
  }

  /**
   * Notes the sender of a mail. The SMS are already sent, so a failure only costs their answers and is no reason to
   * have the mail sent again.
   */
  async #remember(
    principal: Principal,
    entries: Parameters<typeof formatTaken>[0],
    mail: ReadMail,
    requestId: string,
  ): Promise<void> {
    const { logger, replies } = this.#context
    await replies?.remember(principal, entries, mail).catch((error: unknown) => {
      logger.warn(
        { err: error, requestId },
        'The sender of a mail could not be stored; replies to it will not be forwarded',
      )
    })
  }

  get #country(): string {
    return this.#sender.kind === 'client' ? this.#sender.principal.country : ''
  }

  async #answering<T>(work: () => Promise<T>, requestId?: string): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      if (isFault(thrown)) this.#context.logger.error({ err: thrown, requestId }, 'A mail could not be accepted')
      throw refusalFor(thrown)
    }
  }
}
