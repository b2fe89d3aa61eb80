import type { ShortLinks, SubscriptionLink } from '@heliograph/contracts'

/** Numbers have at most 12 digits here. */
const NUMBERS = 1e12

/**
 * The `ShortLinks` of every double: a code is client, number and direction in turn, so that nothing has to be kept and
 * cases can contain short links. Texts of the double have long links.
 * @stability stable
 */
export const memoryShortLinks: ShortLinks & { codeOf(link: SubscriptionLink): string } = {
  url: 'https://o.example',
  codeOf({ clientId, direction, mobile }) {
    const number = (clientId * NUMBERS + Number(mobile)) * 2 + (direction === 'out' ? 0 : 1)
    return number.toString(36).padStart(10, '0')
  },
  async find(code) {
    const number = Number.parseInt(code, 36)
    if (!/^[0-9a-z]{10,11}$/.test(code) || number < NUMBERS) return undefined
    const pair = Math.floor(number / 2)
    const direction = number % 2 === 0 ? 'out' : 'in'
    return { clientId: Math.floor(pair / NUMBERS), direction, mobile: String(pair % NUMBERS) }
  },
}
