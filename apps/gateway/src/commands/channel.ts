import { Command, InvalidArgumentError, Option } from 'commander'
import type { AddOptions, RotateOptions, SetOptions } from '../actions/channel.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { DEFAULT, GENERATE } from '../option-words.ts'
import { parseHours, parseInteger } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/channel.ts')

export function createChannelCommand(terminal: Terminal): Command {
  return new Command('channel')
    .description('Numbers and senders that clients send from and receive on.')
    .addCommand(createAdd(terminal))
    .addCommand(createSet(terminal))
    .addCommand(createShow(terminal))
    .addCommand(createRotateKey(terminal))
}

function createAdd(terminal: Terminal): Command {
  return createCommand('add', 'Add a channel to a client: a number, or an alphanumeric sender.')
    .requiredOption('--client <id>', 'the client', parseInteger)
    .addOption(new Option('--number <digits>', 'phone number or short code, two-way').conflicts('sender'))
    .addOption(new Option('--sender <text>', 'alphanumeric sender, up to 11 characters, send-only'))
    .option('--default', "make it the client's default channel (the first one is anyway)")
    .action(async (options: AddOptions) => (await actions()).addChannel(terminal, options))
}

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
    .action(async (options: SetOptions) => (await actions()).setChannel(terminal, options))
}

function createShow(terminal: Terminal): Command {
  return createCommand('show', 'Show a channel with its settings.')
    .requiredOption('--channel <id>', 'the channel', parseInteger)
    .action(async (options: CommonOptions & { readonly channel: number }) =>
      (await actions()).showChannel(terminal, options),
    )
}

function createRotateKey(terminal: Terminal): Command {
  return createCommand('rotate-key', 'Give a channel a new security key. The old one stays valid for a while.')
    .requiredOption('--channel <id>', 'the channel', parseInteger)
    .option('--key-file <file>', 'file with a key that a program has already; - = standard input (default: a new key)')
    .option('--overlap-hours <hours>', 'how long the old key stays valid; 0 ends it at once (default: 24)', parseHours)
    .action(async (options: RotateOptions) => (await actions()).rotateKey(terminal, options))
}
