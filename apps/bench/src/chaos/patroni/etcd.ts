import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../until.ts'
import type { PatroniPrograms } from './programs.ts'
import { type Service, startService } from './service.ts'

export interface EtcdOptions {
  readonly folder: string
  readonly programs: PatroniPrograms
  /** Where it listens for clients and for other members, as `host:port`. */
  readonly clients: string
  readonly peers: string
}

/**
 * Starts an etcd of one member and waits until it answers. Faults of etcd are not among those of a round, so that one
 * is enough; in production there are three.
 */
export async function startEtcd({ folder, programs, clients, peers }: EtcdOptions): Promise<Service> {
  const dataDir = join(folder, 'etcd')
  mkdirSync(dataDir, { mode: 0o700 })
  if (programs.user !== undefined) chownSync(dataDir, programs.user.uid, programs.user.gid)
  const [client, peer] = [`http://${clients}`, `http://${peers}`]
  const options = {
    name: 'etcd1',
    'data-dir': dataDir,
    'initial-cluster': `etcd1=${peer}`,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const logFile = join(folder, 'etcd.log')
  const etcd = startService({ file: programs.etcd, args, logFile, programs })
  const isHealthy = async () => (await (await fetch(`${client}/health`)).text()).includes('"true"')
  await until('etcd does not answer', async () => etcd.hasEnded || isHealthy())
  if (etcd.hasEnded) throw new Error(`etcd has ended:\n${etcd.tail()}`)
  return etcd
}
