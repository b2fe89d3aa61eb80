import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePorts } from '@heliograph/testkit'

const START_LIMIT_MS = 60_000
const START_ATTEMPTS = 3

/** Kannel's daemons are in a folder that only root has in its PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** Why tests with Kannel cannot run; false when they can. */
export const withoutKannel =
  ['bearerbox', 'smsbox'].every((name) => findProgram(name) !== undefined) === true
    ? false
    : 'Kannel is not installed (Debian package kannel)'

export interface KannelOptions {
  readonly user: string
  readonly password: string
}

/** A bearerbox and a smsbox, with a network behind them that accepts everything. */
export interface Kannel {
  /** `http://127.0.0.1:<port>` of the smsbox. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts Kannel on free ports of 127.0.0.1; returns when it answers. */
export async function startKannel(options: KannelOptions): Promise<Kannel> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-sendsms-'))
  const network = await listen((_, response) => void response.writeHead(202).end('0: Accepted for delivery'))
  const release = async () => {
    network.close()
    network.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 1; ; attempt += 1) {
    const [admin = 0, box = 0, smsc = 0, http = 0] = await findFreePorts(4)
    const file = join(folder, 'kannel.conf')
    await writeFile(file, configuration(folder, { admin, box, smsc, http, network: portOf(network) }, options))
    const stopPrograms = await startPrograms(file, admin, http)
    if (stopPrograms !== undefined) {
      const stop = () => stopPrograms().then(release)
      return { url: `http://127.0.0.1:${http}`, stop }
    }
    if (attempt < START_ATTEMPTS) continue
    const log = await readFile(join(folder, 'bearerbox.log'), 'latin1').catch(() => '')
    await release()
    throw new Error(`Kannel did not start: ${log.slice(-2_000)}`)
  }
}

/**
 * Resolves with a function that stops the programs; undefined when they do not start, for example because a port is
 * taken.
 */
async function startPrograms(file: string, admin: number, http: number): Promise<(() => Promise<void>) | undefined> {
  const bearerbox = run('bearerbox', file)
  let smsbox: ChildProcess | undefined
  const stop = async () => {
    for (const program of [smsbox, bearerbox]) if (program !== undefined) await end(program)
  }
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && isRunning(bearerbox) && (smsbox === undefined || isRunning(smsbox))) {
    const status = await textOf(`http://127.0.0.1:${admin}/status.xml?password=test`)
    // smsbox gives up for good when bearerbox does not listen yet.
    if (status !== '') smsbox ??= run('smsbox', file)
    const isOnline = /<type>smsbox<\/type>/.test(status) && /<status>online/.test(status)
    if (isOnline && (await textOf(`http://127.0.0.1:${http}/cgi-bin/sendsms`)) !== '') return stop
    await delay(50)
  }
  await stop()
  return undefined
}

type Ports = Readonly<Record<'admin' | 'box' | 'smsc' | 'http' | 'network', number>>

/** Kannel's one configuration file. A group ends at the first empty line. */
function configuration(folder: string, { admin, box, smsc, http, network }: Ports, options: KannelOptions): string {
  return `group = core
admin-port = ${admin}
admin-interface = 127.0.0.1
admin-password = test
smsbox-port = ${box}
smsbox-interface = 127.0.0.1
box-allow-ip = 127.0.0.1
log-file = "${folder}/bearerbox.log"
dlr-storage = internal

group = smsc
smsc = http
smsc-id = network
system-type = kannel
port = ${smsc}
connect-allow-ip = 127.0.0.1
send-url = "http://127.0.0.1:${network}/"
smsc-username = gateway
smsc-password = gateway

group = smsbox
smsbox-id = box
bearerbox-host = 127.0.0.1
sendsms-port = ${http}
sendsms-interface = 127.0.0.1
log-file = "${folder}/smsbox.log"

group = sendsms-user
username = "${options.user}"
password = "${options.password}"
max-messages = 255
concatenation = true

group = sms-service
keyword = default
text = none
`
}

function run(name: string, file: string): ChildProcess {
  const child = spawn(findProgram(name) ?? name, ['-v', '4', file], { stdio: 'ignore' })
  // A failed test must not leave the program running.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exit = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill('SIGTERM')
  await exit
  clearTimeout(timer)
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

function textOf(url: string): Promise<string> {
  return fetch(url).then(
    (response) => response.text(),
    () => '',
  )
}

function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
