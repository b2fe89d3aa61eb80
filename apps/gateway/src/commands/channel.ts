import type { ChannelRecord } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { parseInteger } from '../parse-option.ts'
import { readSwitch, type SwitchOptions } from '../switch-options.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createChannelCommand(terminal: Terminal): Command {
  return new Command('channel')
    .description('Numbers and senders that clients send from and receive on.')
    .addCommand(createAdd(terminal))
    .addCommand(createSet(terminal))
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
      return withEngine(terminal, options, async ({ provisioning }, output) => {
        const { channelId, securityKey } = await provisioning.addChannel({
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
}

function createSet(terminal: Terminal): Command {
  return createCommand('set', 'Change a channel. An empty value clears a setting.')
    .requiredOption('--channel <id>', 'the channel', parseInteger)
    .option('--dlr-url <url>', 'where delivery reports go')
    .option('--incoming-url <url>', 'where incoming SMS go')
    .addOption(new Option('--incoming-handler <form>', 'form of that call').choices(['json', 'get', 'soap']))
    .option('--optout-url <url>', 'where opt-outs are reported')
    .option('--optin-url <url>', 'where opt-ins are reported')
    .option('--auto-response <text>', 'automatic answer to incoming SMS')
    .option('--forward-email <address>', 'e-mail address that gets incoming SMS')
    .option('--forward-mobile <number>', 'mobile number that gets incoming SMS')
    .option('--blacklist-response <text>', 'confirmation of an opt-out')
    .option('--whitelist-response <text>', 'confirmation of an opt-in')
    .addOption(new Option('--disabled', 'nothing is sent or received any more').conflicts('enabled'))
    .addOption(new Option('--enabled', 'use it again'))
    .action((options: SetOptions) =>
      withEngine(terminal, options, async ({ provisioning }, output) => {
        const { channel, optoutUrl, optinUrl, ...settings } = options
        const changed = await provisioning.setChannel({
          channelId: channel,
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
        })
        output.result(changed, describeChannel(changed))
      }),
    )
}

function describeChannel(channel: ChannelRecord): readonly string[] {
  const { channelId, address, ...settings } = channel
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}: ${value ?? 'not set'}`)
  return [`Channel ${channelId} (${address})`, ...lines]
}
