const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
const NAMESPACE = 'urn:heliograph:soap'

/** A call of the SOAP interface. */
export function soapCall(method: string, fields: Readonly<Record<string, string | number>>) {
  const children = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`)
  const body = `<${method} xmlns="${NAMESPACE}">${children.join('')}</${method}>`
  return {
    method: 'POST',
    path: '/api/wsdl/main.asmx',
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: `<s:Envelope xmlns:s="${ENVELOPE}"><s:Body>${body}</s:Body></s:Envelope>`,
  }
}
