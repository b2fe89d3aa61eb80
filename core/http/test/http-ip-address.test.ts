import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  canonicalIpAddress,
  formatIpAddress,
  type IpAddress,
  isInNetwork,
  parseIpAddress,
  parseIpNetwork,
} from '../src/addresses/ip-address.ts'

const canonical: readonly (readonly [text: string, canonical: string | undefined])[] = [
  ['127.0.0.1', '127.0.0.1'],
  ['::', '::'],
  ['::1', '::1'],
  ['1::', '1::'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['64:ff9b::10.1.2.3', '64:ff9b::a01:203'],
  ['fe80::1%eth0', 'fe80::1'],
  ['0x7f.1', undefined],
  ['127.1', undefined],
  ['2130706433', undefined],
  ['1.2.3.256', undefined],
  [':::', undefined],
  ['', undefined],
  ['localhost', undefined],
]

const membership: readonly (readonly [address: string, network: string, isIn: boolean])[] = [
  ['10.1.2.3', '10.0.0.0/8', true],
  ['11.1.2.3', '10.0.0.0/8', false],
  ['100.127.255.255', '100.64.0.0/10', true],
  ['100.128.0.0', '100.64.0.0/10', false],
  ['1.2.3.4', '0.0.0.0/0', true],
  ['1.2.3.4', '1.2.3.4', true],
  ['1.2.3.5', '1.2.3.4', false],
  ['::1', '0.0.0.0/0', false],
  ['fe80::1', 'fe80::/10', true],
  ['febf::1', 'fe80::/10', true],
  ['fec0::1', 'fe80::/10', false],
]

describe('IP addresses', () => {
  for (const [text, expected] of canonical) {
    it(`'${text}' is ${expected}`, () => {
      assert.equal(parseIpAddress(text) && canonicalIpAddress(text), expected)
    })
  }

  for (const [address, network, isIn] of membership) {
    it(`${address} is ${isIn ? '' : 'not '}in ${network}`, () => {
      assert.equal(isInNetwork(parseIpAddress(address) as IpAddress, parseIpNetwork(network)), isIn)
    })
  }

  it('formats any 16 octets as text that parses to the same', () => {
    const octet = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.array(octet, { minLength: 16, maxLength: 16 }),
        (a, b) => {
          for (const octets of [a, Uint8Array.from(b)]) {
            const text = formatIpAddress(octets)
            assert.notEqual(isIP(text), 0)
            const again = parseIpAddress(isIP(text) === 4 ? `::ffff:${text}` : text)
            assert.deepEqual(again?.toByteArray(), [...octets])
          }
        },
      ),
    )
  })
})
