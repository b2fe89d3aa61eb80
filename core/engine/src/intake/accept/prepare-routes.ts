import type { MessageToRoute, SubmitRequest } from '@heliograph/contracts'
import { type AskedRequest, normaliseNumber, type RecipientText, senderOf, TimeSlice } from '@heliograph/messaging'
import { channelOf, type RouteFor, type Submitter, type TemplateTools } from './template.ts'

/** What hooks have settled for a request, and what they are still to be asked. */
export interface HookedTools {
  readonly terms?: AskedRequest['terms']
  /** Resolves with the route of each message. Absent: there is no hook to ask. */
  readonly askRoutes?: ((messages: readonly MessageToRoute[]) => Promise<readonly string[]>) | undefined
}

/** Whether a hook has a say in the routes of the request. */
export function hasSay({ terms, askRoutes }: HookedTools): boolean {
  return terms !== undefined || askRoutes !== undefined
}

/** What finds the routes of each message of a request. Throws what `askRoutes` throws. */
export async function hookedRoutes(
  principal: Submitter,
  request: SubmitRequest,
  texts: readonly RecipientText[],
  tools: TemplateTools & HookedTools,
): Promise<readonly RouteFor[]> {
  const chosen = await askForAll(principal, request, texts, tools)
  return request.messages.map((_, index): RouteFor => {
    const route = tools.terms?.[index]?.route
    if (route !== undefined) return () => route
    const byNumber = chosen.get(index)
    return byNumber === undefined ? tools.routeFor : (to, message) => byNumber.get(to) ?? tools.routeFor(to, message)
  })
}

/** The routes that hooks choose: for messages of the request by their places, by number. */
async function askForAll(
  principal: Submitter,
  request: SubmitRequest,
  texts: readonly RecipientText[],
  tools: TemplateTools & HookedTools,
): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const chosen = new Map<number, Map<string, string>>()
  if (tools.askRoutes === undefined) return chosen
  const slice = new TimeSlice()
  const asked: MessageToRoute[] = []
  const places: number[] = []
  const priority = principal.priority ?? request.priority
  const { clientId } = principal
  const { origin } = request
  for (const [index, message] of request.messages.entries()) {
    if (tools.terms?.[index]?.route !== undefined) continue
    const from = senderOf(channelOf(message, tools))
    for (const destination of message.destinations) {
      if (slice.isOver) await slice.rest()
      const to = normaliseNumber(destination.to, request.numbers, principal.country)
      const { parts, excess } = (texts[index] as RecipientText).measureFor(to)
      if (to === undefined || excess !== undefined) continue
      const route = tools.routeFor(to, { clientId, sender: from, priority, parts })
      asked.push({ clientId, origin, from, to, parts, priority, route })
      places.push(index)
    }
  }
  if (asked.length === 0) return chosen
  const routes = await tools.askRoutes(asked)
  for (const [at, { to }] of asked.entries()) {
    const place = places[at] as number
    const byNumber = chosen.get(place) ?? new Map<string, string>()
    chosen.set(place, byNumber.set(to, routes[at] as string))
  }
  return chosen
}
