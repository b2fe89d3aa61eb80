import { headerLine } from '@heliograph/wire'

/** The subject of a mail that the gateway sends by itself: what it is about, and from which product. */
export function mailSubject(what: string, product: string): string {
  return headerLine(`${what} · ${product}`)
}
