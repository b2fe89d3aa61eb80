import type { AdapterCase } from '@heliograph/testkit'
import {
  accepted,
  calling,
  ENVELOPE,
  ENVELOPE_12,
  envelope,
  fault,
  given,
  KEY,
  NAMESPACE,
  sending,
  THERE,
} from './requests.ts'

const PARAMETERS = given({ key: KEY, to: THERE, msg: 'Hello' })
const SEND = calling('sendsms', PARAMETERS)

const taken = (name: string, body: string, headers: Record<string, string | undefined> = {}): AdapterCase => ({
  name: `envelope: ${name}`,
  request: { body, headers },
  expect: accepted({ text: 'Hello' }),
})

const refused = (name: string, body: string, code: string, text: string | RegExp): AdapterCase => ({
  name: `envelope: ${name}`,
  request: { body },
  expect: fault(code, text),
})

const action = (name: string, soapaction: string | undefined): AdapterCase => ({
  name: `SOAPAction: ${name}`,
  request: { ...sending(), headers: { soapaction } },
  expect: accepted(),
})

const NO_ENVELOPE = 'The XML is no SOAP envelope'
const ONE_ELEMENT = 'The envelope must have a Body with exactly one element'
const NOT_11 = 'The envelope is not one of SOAP 1.1'

const header = (attributes: string) =>
  `<soap:Header><a:Action xmlns:a="http://www.w3.org/2005/08/addressing" ${attributes}>sendsms</a:Action></soap:Header>`

const NEXT = 'soap:actor="http://schemas.xmlsoap.org/soap/actor/next"'

/** Envelopes, headers, namespaces and actions. */
export const envelopeCases: readonly AdapterCase[] = [
  taken(
    'any prefix',
    `<S:Envelope xmlns:S="${ENVELOPE}"><S:Body><m:sendsms xmlns:m="${NAMESPACE}">${PARAMETERS.replaceAll(/<(\/?)/g, '<$1m:')}</m:sendsms></S:Body></S:Envelope>`,
  ),
  taken('no prefix', `<Envelope xmlns="${ENVELOPE}"><Body>${SEND}</Body></Envelope>`),
  taken('children without a namespace', envelope(`<m:sendsms xmlns:m="${NAMESPACE}">${PARAMETERS}</m:sendsms>`)),
  taken('white space and comments', envelope(`\n  <!-- first -->\n  ${SEND}\n`).replace('?>', '?>\n<!-- before -->\n')),
  taken(
    'types and an encoding style, as RPC clients write them',
    envelope(
      `<ns1:sendsms xmlns:ns1="${NAMESPACE}" soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">` +
        `${PARAMETERS.replaceAll(/<(\w+)>/g, '<$1 xsi:type="xsd:string">')}</ns1:sendsms>`,
    ),
  ),
  taken('an empty Header', envelope(SEND, '<soap:Header/>')),
  taken('header entries that do not insist', envelope(SEND, header(''))),
  taken('mustUnderstand="0"', envelope(SEND, header('soap:mustUnderstand="0"'))),
  taken('mustUnderstand for another actor', envelope(SEND, header('soap:mustUnderstand="1" soap:actor="urn:proxy"'))),
  taken('mustUnderstand without its namespace', envelope(SEND, header('mustUnderstand="1"'))),
  // spec: SOAP | error | header with mustUnderstand: MustUnderstand -> envelope: mustUnderstand="1": MustUnderstand
  refused(
    'mustUnderstand="1": MustUnderstand',
    envelope(SEND, header('soap:mustUnderstand="1"')),
    'MustUnderstand',
    'The header Action is not understood',
  ),
  refused('mustUnderstand="true"', envelope(SEND, header('soap:mustUnderstand="true"')), 'MustUnderstand', /Action/),
  refused(
    'mustUnderstand for the next actor',
    envelope(SEND, header(`soap:mustUnderstand="1" ${NEXT}`)),
    'MustUnderstand',
    /Action/,
  ),
  refused(
    'mustUnderstand goes before an unknown method',
    envelope(calling('x'), header('soap:mustUnderstand="1"')),
    'MustUnderstand',
    /Action/,
  ),
  // spec: SOAP | error | SOAP 1.2 envelope: VersionMismatch -> envelope: SOAP 1.2: VersionMismatch
  refused('SOAP 1.2: VersionMismatch', envelope(SEND).replaceAll(ENVELOPE, ENVELOPE_12), 'VersionMismatch', NOT_11),
  refused(
    'SOAP 1.2 goes before mustUnderstand',
    envelope(SEND, header('soap:mustUnderstand="1"')).replaceAll(ENVELOPE, ENVELOPE_12),
    'VersionMismatch',
    NOT_11,
  ),
  refused('an envelope of no namespace', `<Envelope><Body>${SEND}</Body></Envelope>`, 'VersionMismatch', NOT_11),
  {
    name: 'envelope: SOAP 1.2 as it is sent, with its own media type',
    request: {
      body: envelope(SEND).replaceAll(ENVELOPE, ENVELOPE_12),
      headers: { 'content-type': `application/soap+xml; charset=utf-8; action="${NAMESPACE}/sendsms"` },
    },
    expect: fault('VersionMismatch', NOT_11),
  },
  refused('another document', '<html><body/></html>', 'Client', NO_ENVELOPE),
  refused('a call without envelope', SEND, 'Client', NO_ENVELOPE),
  refused('no Body', `<soap:Envelope xmlns:soap="${ENVELOPE}"/>`, 'Client', ONE_ELEMENT),
  refused('an empty Body', envelope(''), 'Client', ONE_ELEMENT),
  refused('a Body of text', envelope('sendsms'), 'Client', ONE_ELEMENT),
  refused(
    'a Body of another namespace',
    `<soap:Envelope xmlns:soap="${ENVELOPE}"><Body>${SEND}</Body></soap:Envelope>`,
    'Client',
    ONE_ELEMENT,
  ),
  refused('two calls in one Body', envelope(SEND + SEND), 'Client', ONE_ELEMENT),
  // spec: SOAP | error | unknown method: Client fault -> envelope: an unknown method
  refused('an unknown method', envelope(calling('receivesms', PARAMETERS)), 'Client', 'Unknown method receivesms'),
  refused(
    'a method in another letter case',
    envelope(calling('SendSms', PARAMETERS)),
    'Client',
    'Unknown method SendSms',
  ),
  refused('a method named like one of Object', envelope(calling('toString')), 'Client', 'Unknown method toString'),
  // spec: SOAP | error | unknown namespace: Client fault -> envelope: another namespace
  refused(
    'another namespace',
    envelope(calling('sendsms', PARAMETERS, 'http://tempuri.org/')),
    'Client',
    `The method is not in the namespace ${NAMESPACE}`,
  ),
  refused(
    'the namespace with a slash',
    envelope(calling('sendsms', PARAMETERS, `${NAMESPACE}/`)),
    'Client',
    /namespace/,
  ),
  // spec: SOAP web service | rule | request element is named after the method, in the namespace -> envelope: no namespace
  refused('no namespace', envelope(`<sendsms>${PARAMETERS}</sendsms>`), 'Client', /namespace/),

  // spec: SOAP web service | header | SOAPAction missing -> SOAPAction: missing
  action('missing', undefined),
  action('empty', ''),
  action('quoted and empty', '""'),
  // spec: SOAP web service | header | SOAPAction: {soap_namespace}/<method> ; SOAPAction quoted -> SOAPAction: quoted
  action('quoted', `"${NAMESPACE}/sendsms"`),
  // spec: SOAP web service | header | SOAPAction: {soap_namespace}/<method> ; SOAPAction not quoted -> SOAPAction: not quoted
  action('not quoted', `${NAMESPACE}/sendsms`),
  // spec: SOAP web service | header | SOAPAction of another method: the body decides -> SOAPAction: of another method: the body decides
  action('of another method: the body decides', `"${NAMESPACE}/about"`),
  action('of another namespace: the body decides', '"http://tempuri.org/x"'),

  taken('Content-Type application/xml', envelope(SEND), { 'content-type': 'application/xml' }),
  taken('Content-Type of a form', envelope(SEND), { 'content-type': 'application/x-www-form-urlencoded' }),
  taken('no Content-Type', envelope(SEND), { 'content-type': undefined }),
]
