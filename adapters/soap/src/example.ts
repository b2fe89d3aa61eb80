import type { ExampleValues } from '@heliograph/contracts'

/** Sends one text. */
export function formatExample({ url, apiKey, to }: ExampleValues, namespace: string): string {
  const call = `<sendsms xmlns="${namespace}"><key>${apiKey}</key><to>${to}</to><msg>Hello</msg></sendsms>`
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${call}</s:Body></s:Envelope>`
  return `curl -s ${url}/api/wsdl/main.asmx -H 'Content-Type: text/xml; charset=utf-8' -d '${envelope}'`
}
