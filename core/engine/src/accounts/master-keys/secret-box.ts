import { createHmac } from 'node:crypto'
import type { SubscriptionLink, SubscriptionLinks } from '@heliograph/contracts'
import {
  createShortCodes,
  createSubscriptionLinks,
  readAccessToken,
  type TokenClaims,
  writeAccessToken,
} from '@heliograph/messaging'
import type { MasterKeys } from '../../engine-options.ts'
import { type DerivedKeys, deriveKeys } from './derived-keys.ts'
import { createKeyRing, type KeyRing } from './key-ring.ts'

/** Seals and hashes what the database holds under the deployment's master keys. */
export interface SecretBox {
  /**
   * AES-256-GCM: one octet format version, 4 octets key id (not with the deployment's first key), 12 octets nonce, 16
   * octets tag, then the encrypted text. Every call returns different octets.
   */
  seal(text: string): Buffer
  /**
   * Throws `internal`/`unsealing-failed` for octets that were damaged, and `internal`/`unknown-master-key` for those
   * sealed under a key that this node does not have.
   */
  open(sealed: Uint8Array): string
  /** HMAC-SHA256 of the first 8 characters of an API key, which are its SMPP password. */
  smppHash(apiKey: string): Buffer
  /** HMAC-SHA256 of what somebody has given as account, by which attempts to log in are counted. */
  accountHash(account: string): Buffer
  /** HMAC-SHA256 of the number of a contact of a client, for one that was erased. */
  contactHash(clientId: number, mobile: string): Buffer
  /** Signs the links to opt out and in by that texts contain. */
  readonly links: SubscriptionLinks
  /** Makes the codes of short links. */
  shortCode(link: SubscriptionLink): string
  /**
   * Access tokens, signed under the key that seals: they live for hours, so those of a key that is taken away may end
   * with it.
   */
  writeToken(claims: TokenClaims): string
  /** Undefined for a text that was not signed under one of the keys. */
  readToken(token: string): TokenClaims | undefined
  /** The keys that it has. */
  readonly ring: KeyRing
  /** Takes up other keys: the first seals from now on. */
  useMasterKeys(masterKeys: MasterKeys): void
  /** Says which key's seals name no key; until then it is the one that seals. */
  useFirstKey(id: string): void
  /** Hashes and signs with these from now on; until then they are those of the master key that seals. */
  useDerivedKeys(keys: DerivedKeys): void
}

/** Creates the box of a deployment. Throws `invalid`/`bad-master-key` for a key that has not 32 octets. */
export function createSecretBox(masterKeys: MasterKeys): SecretBox {
  let kept = masterKeys
  let ring = createKeyRing(kept)
  let derived = deriveKeys(kept[0])
  let links = createSubscriptionLinks(derived.links)
  let shortCode = createShortCodes(derived.links)
  return {
    seal: (text) => ring.seal(text),
    open: (sealed) => ring.open(sealed),
    smppHash: (apiKey) => createHmac('sha256', derived.smpp).update(apiKey.slice(0, 8)).digest(),
    accountHash: (account) => createHmac('sha256', derived.account).update(account).digest(),
    contactHash: (clientId, mobile) => createHmac('sha256', derived.contact).update(`${clientId} ${mobile}`).digest(),
    links: {
      sign: (link) => links.sign(link),
      verify: (link, signature) => links.verify(link, signature),
    },
    shortCode: (link) => shortCode(link),
    writeToken(claims) {
      const [id] = ring.ids
      return writeAccessToken(claims, { id, key: ring.tokenKey(id) as Uint8Array })
    },
    readToken: (token) => readAccessToken(token, ring.tokenKey),
    get ring() {
      return ring
    },
    useMasterKeys(next) {
      ring = createKeyRing(next, ring.firstKey)
      kept = next
    },
    useFirstKey(id) {
      ring = createKeyRing(kept, id)
    },
    useDerivedKeys(keys) {
      derived = keys
      links = createSubscriptionLinks(keys.links)
      shortCode = createShortCodes(keys.links)
    },
  }
}
