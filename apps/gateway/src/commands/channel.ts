import type { AccountKeeper } from '@heliograph/access'
import type { ChannelRecord, SharedSecretChange } from '@heliograph/contracts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { notedAccounts } from '../note-commands.ts'
import { parseHours, parseInteger } from '../parse-option.ts'
import { readSecretFile } from '../password-options.ts'
import { readSwitch, type SwitchOptions } from '../switch-options.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createChannelCommand(terminal: Terminal): Command {
  return new Command('channel')
    .description('Numbers and senders that clients send from and receive on.')
    .addCommand(createAdd(terminal))
    .addCommand(createSet(terminal))
    .addCommand(createShow(terminal))
    .addCommand(createRotateKey(terminal))
}

interface AddOptions extends CommonOptions {
  readonly client: number
  readonly number?: string
  readonly sender?: string
  readonly default?: boolean
}

function createAdd(terminal: Terminal): Command {
  return createCommand('add', 'Add a channel to a client: a number, or an alphanumeric sender.')
    .requiredOption('--client <id>', 'the client', parseInteger)
    .addOption(new Option('--number <digits>', 'phone number or short code, two-way').conflicts('sender'))
    .addOption(new Option('--sender <text>', 'alphanumeric sender, up to 11 characters, send-only'))
    .option('--default', "make it the client's default channel (the first one is anyway)")
    .action((options: AddOptions) => {
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
    })
}

interface SetOptions extends CommonOptions, SwitchOptions {
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

/** Given instead of a secret: generate one. */
const GENERATE = 'generate'
/** Given instead of a link base: go back to the gateway's own page. */
const DEFAULT = 'default'

/** One of the gateway's own forms, or the instance of an interface that has one. */
function parseHandler(text: string): string {
  if (/^(?:json|get|soap|instance:.+)$/i.test(text)) return text
  throw new InvalidArgumentError('It must be json, get, soap, or instance: and the name of an instance.')
}

function createSet(terminal: Terminal): Command {
  return createCommand('set', 'Change a channel. An empty value clears a setting.')
    .requiredOption('--channel <id>', 'the channel', parseInteger)
    .option('--dlr-url <url>', 'where delivery reports go')
    .option('--incoming-url <url>', 'where incoming SMS go')
    .option('--incoming-handler <form>', 'form of that call: json, get, soap or instance:NAME', parseHandler)
    .option('--optout-url <url>', 'where opt-outs are reported')
    .option('--optin-url <url>', 'where opt-ins are reported')
    .option('--auto-response <text>', 'automatic answer to incoming SMS')
    .option('--forward-email <address>', 'e-mail address that gets incoming SMS')
    .option('--forward-mobile <number>', 'mobile number that gets incoming SMS')
    .option('--blacklist-response <text>', 'confirmation of an opt-out')
    .option('--whitelist-response <text>', 'confirmation of an opt-in')
    .option(
      '--outgoing-number <digits>',
      'number that messages go out from, thereby given to the client (default: the one that receives)',
    )
    .addOption(
      new Option('--optout-match <where>', 'where an opt-out keyword has to stand').choices([
        'contains',
        'first-word',
        'exact',
      ]),
    )
    .option(
      '--optout-link-base <url>',
      `what {opt_out_link} in texts begins with; '${DEFAULT}' = the gateway's own page, empty = a page of the client's, no link`,
    )
    .option('--optin-link-base <url>', 'the same for {opt_in_link}')
    .option('--optout-secret <secret>', `secret that signs opt-out webhooks; '${GENERATE}' makes one`)
    .option('--optin-secret <secret>', `secret that signs opt-in webhooks; '${GENERATE}' makes one`)
    .option('--overlap-hours <hours>', 'how long the old secret stays valid beside a new one (default: 24)', parseHours)
    .addOption(new Option('--disabled', 'nothing is sent or received any more').conflicts('enabled'))
    .addOption(new Option('--enabled', 'use it again'))
    .action((options: SetOptions) =>
      withEngine(terminal, options, async (engine, output) => {
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
      }),
    )
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

function createShow(terminal: Terminal): Command {
  return createCommand('show', 'Show a channel with its settings.')
    .requiredOption('--channel <id>', 'the channel', parseInteger)
    .action((options: CommonOptions & { readonly channel: number }) =>
      withEngine(terminal, options, async ({ provisioning }, output) => {
        const channel = await findChannel(provisioning, options.channel)
        output.result(channel, describeChannel(channel))
      }),
    )
}

async function findChannel(accounts: AccountKeeper, channelId: number): Promise<ChannelRecord> {
  const channel = await accounts.findChannel(channelId)
  if (channel === undefined) throw new CommandError('channel-not-found', `There is no channel ${channelId}.`)
  return channel
}

interface RotateOptions extends CommonOptions {
  readonly channel: number
  readonly keyFile?: string
  readonly overlapHours?: number
}

function createRotateKey(terminal: Terminal): Command {
  return createCommand('rotate-key', 'Give a channel a new security key. The old one stays valid for a while.')
    .requiredOption('--channel <id>', 'the channel', parseInteger)
    .option('--key-file <file>', 'file with a key that a program has already; - = standard input (default: a new key)')
    .option('--overlap-hours <hours>', 'how long the old key stays valid; 0 ends it at once (default: 24)', parseHours)
    .action((options: RotateOptions) =>
      withEngine(terminal, options, async (engine, output) => {
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
      }),
    )
}

function describeChannel({ channelId, address, secrets, ...settings }: ChannelRecord): readonly string[] {
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}: ${value ?? 'not set'}`)
  const secretLines = Object.entries(secrets).map(([name, { isSet, previousUntil }]) => {
    const overlap = previousUntil === null ? '' : `, the one before it until ${previousUntil.toISOString()}`
    return `  secret ${name}: ${isSet ? 'set' : 'not set'}${overlap}`
  })
  return [`Channel ${channelId} (${address})`, ...lines, ...secretLines]
}
