import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort, TEST_CERTIFICATE } from '@heliograph/testkit'

const PROGRAM = ['/usr/sbin/exim4', '/usr/sbin/exim'].find((path) => existsSync(path))

/** The reason why tests with Exim cannot run; false when they can. */
export const withoutExim = PROGRAM === undefined && 'Exim is not installed (Debian package exim4-daemon-light)'

/** Exim as a relay with STARTTLS on a port of this machine; it passes everything on to another port. */
export interface Exim {
  readonly port: number
  /** The contents of its log. */
  log(): Promise<string>
  stop(): Promise<void>
}

const PATIENCE_MS = 30_000

/** Starts Exim, which refuses refused@..., and defers later@... once for each sender. */
export async function startExim(sinkPort: number): Promise<Exim> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-exim-'))
  const port = await findFreePort()
  const { uid, gid } = eximUser()
  await chmod(folder, 0o755)
  for (const name of ['spool', 'log']) await mkdir(join(folder, name))
  const files = {
    'cert.pem': TEST_CERTIFICATE.cert,
    'key.pem': TEST_CERTIFICATE.key,
    'exim.conf': configuration(folder, port, sinkPort),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), `${text}\n`, { mode: 0o644 })
  for (const name of ['spool', 'log', 'key.pem']) await chown(join(folder, name), uid, gid)
  const child = spawn(PROGRAM as string, ['-C', join(folder, 'exim.conf'), '-bdf', '-q1m'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let complaints = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      complaints += text
    })
  const log = () => readFile(join(folder, 'log', 'mainlog'), 'utf8').catch(() => complaints)
  try {
    await listening(child, port, () => complaints)
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    port,
    log,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Run by root, the daemon uses the user that its package created. */
function eximUser(): { readonly uid: number; readonly gid: number } {
  const { uid, gid } = userInfo()
  if (uid !== 0) return { uid, gid }
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'Debian-exim'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function configuration(folder: string, port: number, sinkPort: number): string {
  const { uid, gid } = eximUser()
  return `
primary_hostname = relay.example
exim_user = ${uid}
exim_group = ${gid}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
host_lookup =
rfc1413_hosts =
acl_smtp_rcpt = at_rcpt
acl_smtp_data = at_data

begin acl
at_rcpt:
  deny
    recipients = refused@acme.example
    message = no such user
  accept
at_data:
  defer
    condition = \${if !exists{${folder}/spool/seen}}
    condition = \${if match{$recipients}{later@}}
    condition = \${run{/usr/bin/touch ${folder}/spool/seen}{yes}{yes}}
    message = come back later
  accept

begin routers
on:
  driver = manualroute
  route_list = * 127.0.0.1::${sinkPort}
  self = send
  transport = smtp

begin transports
smtp:
  driver = smtp
  allow_localhost
  hosts_try_dane =
`
}

async function listening(child: ChildProcess, port: number, complaints: () => string): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await delay(20)) {
    if (child.exitCode !== null) break
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
  }
  throw new Error(`Exim does not listen: ${complaints()}`)
}
