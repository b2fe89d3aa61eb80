import type { ExampleValues } from '@heliograph/contracts'

/** Sends one text. */
export function formatExample({ url, apiKey, email, to }: ExampleValues): string {
  return `curl -s '${url}/send?username=${email}&password=${apiKey}&to=${to}&content=Hello'`
}
