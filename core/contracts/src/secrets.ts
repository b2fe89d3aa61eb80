import { defineService, type ServiceToken } from './service.ts'

/**
 * The secrets that an instance keeps: tokens, passwords, keys that it was given while it runs.
 * @stability experimental
 */
export interface InstanceSecrets {
  /**
   * Keeps a text, instead of one with the same name. In the database it is sealed under the master key of the
   * deployment, and sealed again when that is changed; never keep it anywhere else. Throws `invalid`/`bad-secret` for a
   * name that has not 1 to 200 characters, or a text of more than 10,000.
   */
  keep(name: string, text: string): Promise<void>
  /** The text; undefined when there is none. */
  open(name: string): Promise<string | undefined>
  forget(name: string): Promise<void>
}

/**
 * Secrets of instances, and signatures with those of clients. What an operator knows beforehand belongs in the
 * configuration, in a field with `secret: true`. All calls throw `unavailable` while the database is away.
 * @stability experimental
 */
export interface Secrets {
  /** The secrets of an instance, by the `instanceId` of the module's context. */
  of(instanceId: string): InstanceSecrets
  /**
   * HMAC-SHA256 of octets under the security key of a channel, as UTF-8: what its client checks webhooks with, so that
   * it can check what the plugin sends as well. While the key is being changed there are two: the first is that of the
   * key which receivers have, the second that of the new one. The key itself is not handed out. Throws
   * `not-found`/`channel-not-found`.
   */
  sign(channelId: number, octets: Uint8Array): Promise<readonly [Uint8Array, ...Uint8Array[]]>
}

export const Secrets: ServiceToken<Secrets> = defineService('heliograph.secrets')
