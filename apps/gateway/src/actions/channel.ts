import type { AccountKeeper } from '@heliograph/access'
import type { ChannelRecord, SharedSecretChange } from '@heliograph/contracts'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { notedAccounts } from '../note-commands.ts'
import { DEFAULT, GENERATE } from '../option-words.ts'
import { readSecretFile } from '../read-password.ts'
import { readSwitch, type SwitchOptions } from '../switch-options.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface AddOptions extends CommonOptions {
  readonly client: number
  readonly number?: string
  readonly sender?: string
  readonly default?: boolean
}

/** `channel add`. */
export function addChannel(terminal: Terminal, options: AddOptions): Promise<void> {
  if (options.number === undefined && options.sender === undefined) {
    throw new CommandError('usage', 'Say what the channel is: --number 27820001234 or --sender ACME.')
  }
  return withEngine(terminal, options, async (engine, output) => {
    const { channelId, securityKey } = await notedAccounts(engine).addChannel({
      clientId: options.client,
      number: options.number,
      sender: options.sender,
      isDefault: options.default,
    })
    output.result({ channelId, securityKey }, [
      `Channel ${channelId} added.`,
      `Its webhooks are signed with the security key ${securityKey}`,
    ])
  })
}

export interface SetOptions extends CommonOptions, SwitchOptions {
  readonly channel: number
  readonly dlrUrl?: string
  readonly incomingUrl?: string
  readonly incomingHandler?: string
  readonly optoutUrl?: string
  readonly optinUrl?: string
  readonly autoResponse?: string
  readonly forwardEmail?: string
  readonly forwardMobile?: string
  readonly blacklistResponse?: string
  readonly whitelistResponse?: string
  readonly outgoingNumber?: string
  readonly optoutMatch?: string
  readonly optoutLinkBase?: string
  readonly optinLinkBase?: string
  readonly optoutSecret?: string
  readonly optinSecret?: string
  readonly overlapHours?: number
}

/** `channel set`. */
export function setChannel(terminal: Terminal, options: SetOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    const { channel: channelId, optoutUrl, optinUrl, ...settings } = options
    const accounts = notedAccounts(engine)
    await accounts.setChannel({
      channelId,
      enabled: readSwitch(options),
      dlrUrl: settings.dlrUrl,
      incomingUrl: settings.incomingUrl,
      incomingHandler: settings.incomingHandler,
      optOutUrl: optoutUrl,
      optInUrl: optinUrl,
      autoResponse: settings.autoResponse,
      forwardEmail: settings.forwardEmail,
      forwardMobile: settings.forwardMobile,
      blacklistResponse: settings.blacklistResponse,
      whitelistResponse: settings.whitelistResponse,
      outgoingNumber: settings.outgoingNumber,
      keywordMatch: settings.optoutMatch,
      optOutLinkBase: readLinkBase(settings.optoutLinkBase),
      optInLinkBase: readLinkBase(settings.optinLinkBase),
    })
    const generated = {
      ...(await setSecret(accounts, 'opt-out', settings.optoutSecret, options)),
      ...(await setSecret(accounts, 'opt-in', settings.optinSecret, options)),
    }
    const changed = await findChannel(accounts, channelId)
    const reported = Object.entries(generated).map(([name, secret]) => `${name}, shown this once: ${secret}`)
    output.result({ ...changed, ...generated }, [...describeChannel(changed), ...reported])
  })
}

function readLinkBase(given: string | undefined): string | null | undefined {
  return given === DEFAULT ? null : given
}

/** Resolves with the generated secret under its name; this answer is the only place where it is shown. */
async function setSecret(
  accounts: AccountKeeper,
  kind: SharedSecretChange['kind'],
  given: string | undefined,
  { channel: channelId, overlapHours }: SetOptions,
): Promise<Readonly<Record<string, string>>> {
  if (given === undefined) return {}
  const secret = given === GENERATE ? undefined : given === '' ? null : given
  const changed = await accounts.setSharedSecret({ channelId, kind, secret, overlapHours })
  return given === GENERATE ? { [kind === 'opt-out' ? 'optOutSecret' : 'optInSecret']: changed.secret as string } : {}
}

/** `channel show`. */
export function showChannel(terminal: Terminal, options: CommonOptions & { readonly channel: number }): Promise<void> {
  return withEngine(terminal, options, async ({ provisioning }, output) => {
    const channel = await findChannel(provisioning, options.channel)
    output.result(channel, describeChannel(channel))
  })
}

async function findChannel(accounts: AccountKeeper, channelId: number): Promise<ChannelRecord> {
  const channel = await accounts.findChannel(channelId)
  if (channel === undefined) throw new CommandError('channel-not-found', `There is no channel ${channelId}.`)
  return channel
}

export interface RotateOptions extends CommonOptions {
  readonly channel: number
  readonly keyFile?: string
  readonly overlapHours?: number
}

/** `channel rotate-key`. */
export function rotateKey(terminal: Terminal, options: RotateOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    const { channel: channelId, keyFile, overlapHours } = options
    const key = keyFile === undefined ? undefined : await readSecretFile(terminal, keyFile)
    const { securityKey, previousUntil } = await notedAccounts(engine).rotateSecurityKey({
      channelId,
      overlapHours,
      securityKey: key,
    })
    output.result({ channelId, securityKey, previousUntil }, [
      key === undefined
        ? `The new security key of channel ${channelId}, shown this once: ${securityKey}`
        : `Channel ${channelId} has the security key that was given.`,
      previousUntil === null
        ? 'Webhooks are signed with it from now on.'
        : `Until ${previousUntil.toISOString()} webhooks carry X-Signature by the old key and X-Signature-Next by the new one.`,
    ])
  })
}

function describeChannel({ channelId, address, secrets, ...settings }: ChannelRecord): readonly string[] {
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}: ${value ?? 'not set'}`)
  const secretLines = Object.entries(secrets).map(([name, { isSet, previousUntil }]) => {
    const overlap = previousUntil === null ? '' : `, the one before it until ${previousUntil.toISOString()}`
    return `  secret ${name}: ${isSet ? 'set' : 'not set'}${overlap}`
  })
  return [`Channel ${channelId} (${address})`, ...lines, ...secretLines]
}
