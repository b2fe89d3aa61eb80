import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributeOf, elementIn, elementsIn, parseXml, type XmlElement } from '@heliograph/wire'
import { METHODS } from '../src/methods.ts'
import { formatWsdl } from '../src/wsdl.ts'

const NAMESPACE = 'http://sms.acme.example/soap'
const ADDRESS = 'https://sms.acme.example/api/wsdl/main.asmx'
const root = parseXml(formatWsdl({ methods: METHODS, namespace: NAMESPACE, address: ADDRESS }))

const WSDL = 'http://schemas.xmlsoap.org/wsdl/'
const SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/'
const SCHEMA = 'http://www.w3.org/2001/XMLSchema'

const named = (element: XmlElement, name: string) => elementsIn(element).filter((child) => child.name === name)
const nameOf = (element: XmlElement) => attributeOf(element, 'name') as string
const one = (element: XmlElement, ...path: readonly string[]): XmlElement =>
  path.reduce((place, name) => elementIn(place, name) ?? assert.fail(`no ${name} in ${place.name}`), element)

const schema = one(root, 'types', 'schema')

// spec: SOAP web service | rule | WSDL 1.1 ; binding mainSoap
// spec: Versioning | rule | WSDL 1.1
test('names that proxies know: service main, port, port type and binding mainSoap', () => {
  assert.deepEqual([root.name, root.namespace, attributeOf(root, 'targetNamespace')], ['definitions', WSDL, NAMESPACE])
  assert.deepEqual(named(root, 'service').map(nameOf), ['main'])
  const port = one(root, 'service', 'port')
  assert.deepEqual([nameOf(port), attributeOf(port, 'binding')], ['mainSoap', 'tns:mainSoap'])
  assert.deepEqual(named(root, 'portType').map(nameOf), ['mainSoap'])
  assert.deepEqual(named(root, 'binding').map(nameOf), ['mainSoap'])
})

// spec: SOAP web service | rule | SOAP 1.1 over HTTP ; one port, mainSoap ; soap:address is the public base URL
// spec: Versioning | rule | SOAP 1.1
test('one port, for SOAP 1.1 over HTTP, at the public address', () => {
  assert.equal(named(one(root, 'service'), 'port').length, 1)
  const address = one(root, 'service', 'port', 'address')
  assert.deepEqual([address.namespace, attributeOf(address, 'location')], [SOAP, ADDRESS])
  const binding = one(root, 'binding', 'binding')
  assert.deepEqual(
    [binding.namespace, attributeOf(binding, 'transport')],
    [SOAP, 'http://schemas.xmlsoap.org/soap/http'],
  )
})

// spec: SOAP web service | rule | namespace is {soap_namespace} of the configuration
test('the schema is qualified and in the namespace of the service', () => {
  assert.equal(schema.namespace, SCHEMA)
  assert.equal(attributeOf(schema, 'elementFormDefault'), 'qualified')
  assert.equal(attributeOf(schema, 'targetNamespace'), NAMESPACE)
})

/** The elements in the sequence of an element or type of the schema: `name:type:minOccurs`. */
function fieldsOf(place: XmlElement): readonly string[] {
  const type = place.name === 'complexType' ? place : one(place, 'complexType')
  const sequence = elementIn(type, 'sequence')
  return (sequence === undefined ? [] : elementsIn(sequence)).map((field) =>
    [nameOf(field), attributeOf(field, 'type'), attributeOf(field, 'minOccurs')].join(':'),
  )
}

for (const [name, fields] of [
  // spec: SOAP web service | method | about: no parameters -> element about
  ['about', []],
  // spec: SOAP web service | method | about: string, version information -> element aboutResponse
  ['aboutResponse', ['aboutResult:s:string:0']],
  // spec: SOAP web service | field | sendsms key: string, required ; sendsms to: string, required ; sendsms msg: string, required ; sendsms msg_ref: string, optional -> element sendsms
  ['sendsms', ['key:s:string:0', 'to:s:string:0', 'msg:s:string:0', 'msg_ref:s:string:0']],
  // spec: SOAP web service | text | sendsms: string -> element sendsmsResponse
  ['sendsmsResponse', ['sendsmsResult:s:string:0']],
  // spec: SOAP web service | field | get_api_key email_address: string, required ; get_api_key password: string, required ; get_api_key clientid: int, required -> element get_api_key
  ['get_api_key', ['email_address:s:string:0', 'password:s:string:0', 'clientid:s:int:1']],
  // spec: SOAP web service | text | get_api_key: string, the API key -> element get_api_keyResponse
  ['get_api_keyResponse', ['get_api_keyResult:s:string:0']],
  // spec: SOAP web service | field | get_user api_key: string, required -> element get_user
  ['get_user', ['api_key:s:string:0']],
  // spec: SOAP web service | text | get_user: array of objects -> element get_userResponse
  ['get_userResponse', ['get_userResult:tns:ArrayOfUserInfo:0']],
  // spec: SOAP web service | field | phonebook_size key: string, required -> element phonebook_size
  ['phonebook_size', ['key:s:string:0']],
  // spec: SOAP web service | text | phonebook_size: string, contact count -> element phonebook_sizeResponse
  ['phonebook_sizeResponse', ['phonebook_sizeResult:s:string:0']],
] as const) {
  test(`element ${name}`, () => {
    const element = named(schema, 'element').find((each) => nameOf(each) === name) ?? assert.fail('is not there')
    assert.deepEqual(fieldsOf(element), fields)
  })
}

// spec: SOAP web service | text | get_user: array of objects
// spec: SOAP web service | rule | ArrayOf types for lists
test('a list of rows is an ArrayOf with nillable items', () => {
  const [array, row] = named(schema, 'complexType')
  assert.deepEqual(
    [array, row].map((type) => nameOf(type as XmlElement)),
    ['ArrayOfUserInfo', 'UserInfo'],
  )
  const item = one(array as XmlElement, 'sequence', 'element')
  assert.deepEqual(
    ['minOccurs', 'maxOccurs', 'nillable', 'name', 'type'].map((name) => attributeOf(item, name)),
    ['0', 'unbounded', 'true', 'UserInfo', 'tns:UserInfo'],
  )
  assert.deepEqual(fieldsOf(row as XmlElement), [
    'clientid:s:int:1',
    'client_name:s:string:0',
    'userid:s:int:1',
    'user_email:s:string:0',
    'channel:s:string:0',
  ])
})

// spec: SOAP web service | rule | messages <op>SoapIn and <op>SoapOut ; document/literal wrapped -> operation sendsms: messages, parts, action, document/literal
// spec: SOAP web service | header | SOAPAction: {soap_namespace}/<method> -> operation sendsms: messages, parts, action, document/literal
for (const { name } of METHODS) {
  test(`operation ${name}: messages, parts, action, document/literal`, () => {
    const messages = Object.fromEntries(
      named(root, 'message').map((message) => [nameOf(message), one(message, 'part')]),
    )
    const elements = new Set(named(schema, 'element').map(nameOf))
    for (const [message, element] of [
      [`${name}SoapIn`, name],
      [`${name}SoapOut`, `${name}Response`],
    ] as const) {
      const part = messages[message] ?? assert.fail(`no message ${message}`)
      assert.deepEqual([nameOf(part), attributeOf(part, 'element')], ['parameters', `tns:${element}`])
      assert.ok(elements.has(element))
    }
    const operation = named(one(root, 'portType'), 'operation').find((each) => nameOf(each) === name) as XmlElement
    assert.equal(attributeOf(one(operation, 'input'), 'message'), `tns:${name}SoapIn`)
    assert.equal(attributeOf(one(operation, 'output'), 'message'), `tns:${name}SoapOut`)
    const bound = named(one(root, 'binding'), 'operation').find((each) => nameOf(each) === name) as XmlElement
    const action = one(bound, 'operation')
    assert.deepEqual(
      [attributeOf(action, 'soapAction'), attributeOf(action, 'style')],
      [`${NAMESPACE}/${name}`, 'document'],
    )
    for (const direction of ['input', 'output'])
      assert.equal(attributeOf(one(bound, direction, 'body'), 'use'), 'literal')
  })
}
