import { GatewayError } from '@heliograph/contracts'
import { attributeOf, elementsIn, formatXml, type XmlDraft, type XmlElement, xml } from '@heliograph/wire'

/** Namespace of SOAP 1.1 envelopes. */
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'

/**
 * The actor of header entries that are for the first recipient, and so for this service, too (SOAP 1.1 section 4.2.2).
 */
const NEXT_ACTOR = 'http://schemas.xmlsoap.org/soap/actor/next'

/**
 * Returns the element that names the method: the only one in the Body of the envelope. Throws `invalid`:
 * `version-mismatch` for an envelope of another SOAP version, `must-understand` for a header entry that must be
 * understood (none is here), `no-envelope` and `bad-body` for anything that is not a request.
 */
export function readEnvelope(root: XmlElement): XmlElement {
  if (root.name !== 'Envelope') throw new GatewayError('invalid', 'no-envelope', 'The XML is no SOAP envelope')
  if (root.namespace !== ENVELOPE) {
    throw new GatewayError('invalid', 'version-mismatch', 'The envelope is not one of SOAP 1.1')
  }
  const parts = elementsIn(root).filter(({ namespace }) => namespace === ENVELOPE)
  for (const header of parts.filter(({ name }) => name === 'Header')) checkHeader(header)
  const contents = parts.filter(({ name }) => name === 'Body').flatMap(elementsIn)
  const [method] = contents
  // With two elements, it would be left to chance which of them is answered.
  if (method === undefined || contents.length > 1) {
    throw new GatewayError('invalid', 'bad-body', 'The envelope must have a Body with exactly one element')
  }
  return method
}

function checkHeader(header: XmlElement): void {
  for (const entry of elementsIn(header)) {
    const actor = attributeOf(entry, 'actor', ENVELOPE) ?? ''
    const insists = ['1', 'true'].includes(attributeOf(entry, 'mustUnderstand', ENVELOPE)?.trim() ?? '')
    if (insists && (actor === '' || actor === NEXT_ACTOR)) {
      throw new GatewayError('invalid', 'must-understand', `The header ${entry.name} is not understood`)
    }
  }
}

/** Formats an envelope around the content of its Body as a document. Envelope names have the prefix `soap`. */
export function formatEnvelope(content: XmlDraft): string {
  const namespaces = {
    'xmlns:soap': ENVELOPE,
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
  }
  return formatXml(xml('soap:Envelope', namespaces, [xml('soap:Body', {}, [content])]))
}
