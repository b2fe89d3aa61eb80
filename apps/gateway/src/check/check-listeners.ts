import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { type Adapter, systemClock } from '@heliograph/contracts'
import { resolveServerKind, tryListening } from '@heliograph/http'
import type { GatewayConfiguration } from '../settings.ts'
import { checkCertificate } from './check-certificate.ts'
import { bad, type Finding, good } from './finding.ts'

interface Listener {
  readonly name: string
  readonly key: string
  readonly host: string
  readonly port: number
  readonly tls?: GatewayConfiguration['http']['tls']
  /** What an adapter's own socket shows, in PEM. */
  readonly certificate?: string | undefined
  /** Only for listeners that take requests from clients. */
  readonly server?: GatewayConfiguration['http']['server']
}

/**
 * Tries every address and certificate, including those of adapters with sockets of their own. `isRunning`: a gateway of
 * this deployment is already running, which explains a busy port.
 */
export async function checkListeners(
  configuration: GatewayConfiguration,
  adapters: ReadonlyMap<string, Adapter>,
  isRunning: boolean,
): Promise<readonly Finding[]> {
  const { http, admin, listeners, baseDir } = configuration
  const further = Object.entries(listeners).map(([name, settings]) => ({ name, key: `listeners.${name}`, ...settings }))
  const all: readonly Listener[] = [
    { name: 'http', key: 'http', ...http },
    { name: 'admin', key: 'admin', host: admin.host, port: admin.port },
    ...further,
    ...[...adapters].flatMap(ownListeners),
  ]
  const found = await Promise.all(
    all.map(async (listener) => [
      await checkAddress(listener, isRunning),
      ...(await checkServer(listener)),
      ...(await checkTls(listener, baseDir)),
    ]),
  )
  return found.flat()
}

function ownListeners([id, { listeners = [] }]: readonly [string, Adapter]): readonly Listener[] {
  return listeners.map(({ path, host, port, certificate }) => ({
    certificate,
    name: path === '' ? id : `${id} (${path})`,
    key: ['instances', id, 'config', path].filter((part) => part !== '').join('.'),
    host,
    port,
  }))
}

async function checkAddress({ name, key, host, port }: Listener, isRunning: boolean): Promise<Finding> {
  const subject = `listener ${name}`
  const code = (await tryListening(host, port))?.code
  if (code === undefined) return good(subject, `${host} port ${port === 0 ? 'of choice' : port} is free`)
  if (code !== 'EADDRINUSE') {
    return bad(
      subject,
      `${host} port ${port} cannot be listened on (${code}).`,
      `Choose another ${key}.host or ${key}.port.`,
    )
  }
  if (isRunning) return good(subject, `${host} port ${port} is in use, and a gateway of this deployment runs`)
  const remedy = `Stop what listens there, or choose another: --set ${key}.port=0 takes any free one.`
  return bad(subject, `${host} port ${port} is in use.`, remedy)
}

async function checkServer({ name, key, server, tls }: Listener): Promise<readonly Finding[]> {
  if (server === undefined) return []
  const subject = `server of ${name}`
  try {
    return [good(subject, await resolveServerKind(server, tls))]
  } catch (error) {
    return [bad(subject, (error as Error).message, `Let it be chosen: ${key}.server: auto`)]
  }
}

async function checkTls({ name, key, tls, certificate }: Listener, baseDir: string): Promise<readonly Finding[]> {
  const subject = `certificate of ${name}`
  if (certificate !== undefined) return [checkCertificate(subject, certificate, systemClock.now())]
  if (tls === undefined) return []
  try {
    const [cert, privateKey] = await Promise.all([
      readFile(resolve(baseDir, tls.certFile)),
      readFile(resolve(baseDir, tls.keyFile)),
    ])
    createSecureContext({ cert, key: privateKey, passphrase: tls.passphrase })
    const found = [
      good(subject, 'certificate and key fit'),
      checkCertificate(subject, cert.toString(), systemClock.now()),
    ]
    const { clientCertificates } = tls
    if (clientCertificates === undefined) return found
    const ca = await readFile(resolve(baseDir, clientCertificates.caFile), 'utf8')
    return [...found, checkCertificate(`authority of clients of ${name}`, ca, systemClock.now())]
  } catch (error) {
    return [bad(subject, (error as Error).message, `Check the PEM files and the passphrase of ${key}.tls.`)]
  }
}
