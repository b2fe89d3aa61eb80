import { formatXml, type XmlDraft, xml } from '@heliograph/wire'
import type { Field, Method, RowType } from './method.ts'

const SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/'
const WSDL = 'http://schemas.xmlsoap.org/wsdl/'
const SCHEMA = 'http://www.w3.org/2001/XMLSchema'

/** Names of service and port, compiled into every proxy generated from the definition. */
const SERVICE = 'main'
const PORT = 'mainSoap'

export interface WsdlOptions {
  readonly methods: readonly Method[]
  readonly namespace: string
  /** Where calls go to. */
  readonly address: string
}

/**
 * The WSDL 1.1 definition of the service, as ASMX writes it: document/literal wrapped, one port. A second one for SOAP
 * 1.2 would only give clients a choice to get wrong.
 */
export function formatWsdl({ address, methods, namespace }: WsdlOptions): string {
  const namespaces = { 'xmlns:s': SCHEMA, 'xmlns:soap': SOAP, 'xmlns:tns': namespace, 'xmlns:wsdl': WSDL }
  const port = xml('wsdl:port', { name: PORT, binding: `tns:${PORT}` }, [xml('soap:address', { location: address })])
  return formatXml(
    xml('wsdl:definitions', { ...namespaces, targetNamespace: namespace }, [
      xml('wsdl:types', {}, [schemaOf(methods, namespace)]),
      ...methods.flatMap(messagesOf),
      xml('wsdl:portType', { name: PORT }, methods.map(operationOf)),
      xml('wsdl:binding', { name: PORT, type: `tns:${PORT}` }, [
        xml('soap:binding', { transport: 'http://schemas.xmlsoap.org/soap/http' }),
        ...methods.map((method) => bindingOf(method, namespace)),
      ]),
      xml('wsdl:service', { name: SERVICE }, [port]),
    ]),
  )
}

function schemaOf(methods: readonly Method[], namespace: string): XmlDraft {
  const attributes = { elementFormDefault: 'qualified', targetNamespace: namespace }
  return xml('s:schema', attributes, methods.flatMap(typesOf))
}

/** The elements of request and response, and the types of rows. */
function typesOf({ name, parameters, returns }: Method): readonly XmlDraft[] {
  const result =
    returns === 'string'
      ? elementOf({ name: `${name}Result`, type: 'string' })
      : xml('s:element', { minOccurs: 0, maxOccurs: 1, name: `${name}Result`, type: `tns:ArrayOf${returns.name}` })
  return [
    xml('s:element', { name }, [sequence(parameters.map(elementOf))]),
    xml('s:element', { name: `${name}Response` }, [sequence([result])]),
    ...(returns === 'string' ? [] : rowTypes(returns)),
  ]
}

function rowTypes({ fields, name }: RowType): readonly XmlDraft[] {
  const repeated = { minOccurs: 0, maxOccurs: 'unbounded', name, nillable: true, type: `tns:${name}` }
  return [sequence([xml('s:element', repeated)], { name: `ArrayOf${name}` }), sequence(fields.map(elementOf), { name })]
}

function sequence(elements: readonly XmlDraft[], attributes: XmlDraft['attributes'] = {}): XmlDraft {
  return xml('s:complexType', attributes, elements.length === 0 ? [] : [xml('s:sequence', {}, elements)])
}

/**
 * The definition lets texts be left out, because strings may be null in .NET; the methods check for the ones they
 * require.
 */
function elementOf({ name, type }: Pick<Field, 'name' | 'type'>): XmlDraft {
  return xml('s:element', { minOccurs: type === 'int' ? 1 : 0, maxOccurs: 1, name, type: `s:${type}` })
}

function messagesOf({ name }: Method): readonly XmlDraft[] {
  const message = (suffix: string, element: string) =>
    xml('wsdl:message', { name: `${name}${suffix}` }, [
      xml('wsdl:part', { name: 'parameters', element: `tns:${element}` }),
    ])
  return [message('SoapIn', name), message('SoapOut', `${name}Response`)]
}

function operationOf({ name, summary }: Method): XmlDraft {
  return xml('wsdl:operation', { name }, [
    xml('wsdl:documentation', {}, [summary]),
    xml('wsdl:input', { message: `tns:${name}SoapIn` }),
    xml('wsdl:output', { message: `tns:${name}SoapOut` }),
  ])
}

function bindingOf({ name }: Method, namespace: string): XmlDraft {
  const literal = [xml('soap:body', { use: 'literal' })]
  return xml('wsdl:operation', { name }, [
    xml('soap:operation', { soapAction: `${namespace}/${name}`, style: 'document' }),
    xml('wsdl:input', {}, literal),
    xml('wsdl:output', {}, literal),
  ])
}
