/** `heliograph-fake-smsc [options]`: a mobile network on its own port, until it is stopped. */
import { Command } from 'commander'
import { type FakeSmsc, startFakeSmsc } from '../smsc/fake-smsc.ts'
import { createDuplicates } from './fake-smsc/duplicates.ts'
import { addOptions, type FakeSmscFlags, smscOptions } from './fake-smsc/options.ts'

const command = addOptions(new Command('heliograph-fake-smsc')).parse()
const flags = command.opts<FakeSmscFlags>()
const duplicates = flags.countDuplicates ? createDuplicates() : undefined

try {
  const smsc = await startFakeSmsc(smscOptions(flags, duplicates?.see))
  print({ host: smsc.host, port: smsc.port, pid: process.pid })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(smsc))
  process.on('SIGUSR2', () => print(figures(smsc)))
  if (flags.incoming) await sendFirst(smsc, flags.incoming)
} catch (error) {
  process.stderr.write(`heliograph-fake-smsc: ${(error as Error).message}\n`)
  process.exitCode = 1
}

async function end(smsc: FakeSmsc): Promise<void> {
  print(figures(smsc))
  await smsc.stop()
}

/** Sends one incoming SMS as soon as a bind can take it. */
async function sendFirst(smsc: FakeSmsc, incoming: string): Promise<void> {
  const [from = '', to = '', ...text] = incoming.split(',')
  await smsc.until(
    'a bind that receives',
    () => smsc.binds.some(({ isOpen, kind }) => isOpen && kind !== 'transmitter'),
    0,
  )
  await smsc.sendIncoming({ from, to, text: text.join(',') })
}

function figures(smsc: FakeSmsc) {
  const { system, user } = process.cpuUsage()
  return {
    ...smsc.counts,
    mostUnanswered: Math.max(0, ...smsc.binds.map(({ mostUnanswered }) => mostUnanswered)),
    sequenceFaults: smsc.binds.reduce((sum, { sequenceFaults }) => sum + sequenceFaults, 0),
    waitingDeliveries: smsc.waitingDeliveries,
    ...(duplicates ? { duplicates: duplicates.count } : {}),
    cpuSeconds: (system + user) / 1e6,
    residentMiB: Math.round(process.memoryUsage.rss() / 2 ** 20),
  }
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
