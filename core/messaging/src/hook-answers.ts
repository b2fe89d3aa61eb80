import {
  type AcceptDecision,
  GatewayError,
  type HookRefusal,
  type MessageChanges,
  REFUSAL_CATEGORIES,
  type RequestChanges,
  type SubmitRequest,
} from '@heliograph/contracts'

/** What hooks have settled for a message besides its fields. */
export type MessageTerms = Pick<MessageChanges, 'route' | 'pricePerPart'>

/** A request as hooks leave it. */
export interface AskedRequest {
  readonly request: SubmitRequest
  /** One for each message; absent: there are none. */
  readonly terms?: readonly (MessageTerms | undefined)[] | undefined
}

const MOST_TEXT = 500
const PRICE = /^\d{1,9}(?:\.\d{1,6})?$/

/** Checks the answer of a hook to requests. Throws an error that says what is wrong with it. */
export function readDecisions(
  answer: unknown,
  requests: readonly SubmitRequest[],
  isRoute: (name: string) => boolean,
): readonly AcceptDecision[] {
  const decisions = listOf(answer, requests.length) as readonly AcceptDecision[]
  for (const [index, decision] of decisions.entries()) {
    if (decision === undefined) continue
    if (typeof decision !== 'object' || decision === null) throw bad(`decision ${index} is no object`)
    if ('refuse' in decision) checkRefusal(decision)
    else checkChanges(decision, requests[index] as SubmitRequest, isRoute)
  }
  return decisions
}

/** Checks the routes that a hook has chosen for so many messages. Throws an error that says what is wrong. */
export function readRoutes(
  answer: unknown,
  count: number,
  isRoute: (name: string) => boolean,
): readonly (string | undefined)[] {
  const routes = listOf(answer, count) as readonly (string | undefined)[]
  for (const route of routes) checkRoute(route, isRoute)
  return routes
}

/** What a decision makes of a request: another one, or its refusal. */
export function applyDecision(asked: AskedRequest, decision: AcceptDecision): AskedRequest | GatewayError {
  if (decision === undefined) return asked
  if ('refuse' in decision) {
    const { category, text } = decision.refuse
    return new GatewayError(category, 'refused-by-hook', text)
  }
  const { request, terms } = asked
  const messages = request.messages.map((message, index) => {
    const from = decision.messages[index]?.from
    return from === undefined ? message : { ...message, from }
  })
  return {
    request: { ...request, messages },
    terms: messages.map((_, index) => joinTerms(terms?.[index], decision.messages[index])),
  }
}

/** The last hook to settle something is the one that counts. */
function joinTerms(before: MessageTerms | undefined, now: MessageChanges | undefined): MessageTerms | undefined {
  const route = now?.route ?? before?.route
  const pricePerPart = now?.pricePerPart ?? before?.pricePerPart
  return route === undefined && pricePerPart === undefined ? undefined : { route, pricePerPart }
}

function listOf(answer: unknown, count: number): readonly unknown[] {
  if (!Array.isArray(answer)) throw bad('it is no list')
  if (answer.length !== count) throw bad(`it has ${answer.length} entries for ${count}`)
  return answer
}

function checkRefusal({ refuse }: HookRefusal): void {
  if (!REFUSAL_CATEGORIES.includes(refuse?.category))
    throw bad(`a refusal has the category ${refuse?.category}, possible are ${REFUSAL_CATEGORIES.join(', ')}`)
  const { text } = refuse
  if (typeof text !== 'string' || text === '' || text.length > MOST_TEXT)
    throw bad(`a refusal has no text of 1 to ${MOST_TEXT} characters`)
}

function checkChanges({ messages }: RequestChanges, request: SubmitRequest, isRoute: (name: string) => boolean): void {
  for (const changes of listOf(messages, request.messages.length) as RequestChanges['messages']) {
    if (changes === undefined) continue
    const { from, route, pricePerPart } = changes
    if (from !== undefined && (typeof from !== 'string' || from === '')) throw bad('a sender is no text')
    checkRoute(route, isRoute)
    if (pricePerPart !== undefined && !(typeof pricePerPart === 'string' && PRICE.test(pricePerPart)))
      throw bad(`'${pricePerPart}' is no price: a decimal number of at most 9 digits before the point and 6 after it`)
  }
}

function checkRoute(route: string | undefined, isRoute: (name: string) => boolean): void {
  if (route !== undefined && !isRoute(route)) throw bad(`there is no route '${route}'`)
}

function bad(what: string): Error {
  return new Error(`The answer of the hook cannot be: ${what}`)
}
