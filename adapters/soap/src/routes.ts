import {
  authenticatedRoute,
  GatewayError,
  type HttpRequest,
  type HttpResponse,
  type RouteSpec,
} from '@heliograph/contracts'
import {
  admitRequest,
  decodeXml,
  elementTextIn,
  htmlResponse,
  limitStrangers,
  MAX_BODY_OCTETS,
  Parameters,
  parseXml,
  TimeSlice,
  type XmlElement,
  xmlResponse,
} from '@heliograph/wire'
import { Arguments } from './arguments.ts'
import type { SoapConfig } from './config.ts'
import { formatEnvelope, readEnvelope } from './envelope.ts'
import { identify } from './identify.ts'
import type { Method } from './method.ts'
import { METHODS } from './methods.ts'
import { formatPage } from './page.ts'
import { readCall } from './results.ts'
import type { SoapContext } from './services.ts'
import { formatWsdl } from './wsdl.ts'

const FOLDER = '/api/wsdl'
/** The path of the service; a browser gets a page here that describes it. */
export const PATH = `${FOLDER}/main.asmx`

/** The parameters of the methods that have the API key. */
const KEYS = ['key', 'api_key']

const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
}

/** Returns the service with its definition and its page, and a 404 for every other path in its folder. */
export function createRoutes(context: SoapContext, { namespace, requestsPerMinute }: SoapConfig): readonly RouteSpec[] {
  const { brand, services } = context
  const page = htmlResponse(200, formatPage(METHODS, namespace), PAGE_HEADERS)
  const methods = new Map(METHODS.map((method) => [method.name, method]))
  const strangers = limitStrangers(services.directory, (_head, body) => elementTextIn(body, KEYS))

  /** Who calls is said by parameters of the method. */
  async function authenticate(request: HttpRequest) {
    const sender = await strangers.check(request)
    const slice = new TimeSlice()
    const text = decodeXml(request.body, request.headers['content-type'])
    if (slice.isOver) await slice.rest()
    const element = readEnvelope(parseXml(text))
    if (slice.isOver) await slice.rest()
    const method = methodOf(methods, namespace, element)
    const given = { services, product: brand.name, arguments: new Arguments(element), request }
    const call = readCall(method, namespace, given)
    const { principal, secret } = await identify(services, call.credential, request, sender)
    return { principal, secret, call }
  }

  /**
   * Built for each request, because the public address may come from the listener and is not known until that is open.
   */
  function definition(): HttpResponse {
    const address = `${context.publicUrl}${PATH}`
    return xmlResponse(200, formatWsdl({ methods: METHODS, namespace, address }))
  }

  return [
    authenticatedRoute({
      method: 'POST',
      path: PATH,
      ignoreCase: true,
      bodyLimit: MAX_BODY_OCTETS,
      authenticate,
      async handler(_request, { principal, call }) {
        if (call.credential?.kind === 'key') admitRequest(services.rateLimits, principal, requestsPerMinute)
        return xmlResponse(200, formatEnvelope(await call.answer(principal)))
      },
    }),
    {
      method: 'GET',
      path: PATH,
      ignoreCase: true,
      handler: ({ query }) => (Parameters.ofQuery(query).isNamed('wsdl') ? definition() : page),
    },
    unknownPath,
  ]
}

/** Finds the method by the body, because clients leave SOAPAction out, quote it or get it wrong. */
function methodOf(methods: ReadonlyMap<string, Method>, namespace: string, element: XmlElement): Method {
  if (element.namespace !== namespace) {
    throw new GatewayError('invalid', 'unknown-namespace', `The method is not in the namespace ${namespace}`)
  }
  const method = methods.get(element.name)
  if (method === undefined) throw new GatewayError('invalid', 'unknown-method', `Unknown method ${element.name}`)
  return method
}

const unknownPath: RouteSpec = {
  method: 'ANY',
  path: `${FOLDER}/*`,
  ignoreCase: true,
  handler() {
    throw new GatewayError('not-found', 'unknown-path', 'There is nothing at this path')
  },
}
