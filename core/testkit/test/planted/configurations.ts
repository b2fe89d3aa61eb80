import { type HttpResponse, type RouteSpec, runRoute } from '@heliograph/contracts'
import tiny from '../fixtures/adapter-tiny/src/index.ts'
import { GOOD, type Mistake, sending, type TinyConfig } from '../fixtures/mistaken-adapter.ts'

const BEFORE = `an instance with another configuration, created before, changes nothing: ${GOOD}`
const LATER = `an instance with another configuration, created later, changes nothing: ${GOOD}`

/** What an instance leaves for all. */
let first: TinyConfig | undefined
let last: TinyConfig | undefined
let greeting: string | undefined
let longest = 0
let said = ''

/** Instances that live with the configuration of another. */
export const CONFIGURATION_FAULTS: readonly Mistake[] = [
  {
    name: 'the configuration of the first instance, for all',
    adapter: (_good, context, config) => {
      first ??= config
      return tiny.create(context, first)
    },
    fails: BEFORE,
    because: /where another instance has another greeting: body should be/,
  },
  {
    name: 'the configuration of the last instance, for all',
    adapter: (_good, context, config) => {
      last = config
      return sending((request) => runRoute(tiny.create(context, last as TinyConfig).routes?.[0] as RouteSpec, request))(
        tiny.create(context, config),
        context,
        config,
      )
    },
    fails: LATER,
    because: /where another instance has another greeting: body should be/,
  },
  {
    name: 'a word compiled once for the process',
    adapter: (good, context, config) => {
      greeting ??= config.greeting
      return sending(async (_request, send) => {
        const answer = (await send()) as HttpResponse
        return { ...answer, body: String(answer.body).replace(config.greeting, greeting as string) }
      })(good, context, config)
    },
    fails: BEFORE,
    because: /where another instance has another greeting/,
  },
  {
    name: 'the last word of any instance',
    adapter: (good, context, config) => {
      said = config.greeting
      return sending(async (_request, send) => {
        const answer = (await send()) as HttpResponse
        return { ...answer, body: String(answer.body).replace(config.greeting, said) }
      })(good, context, config)
    },
    fails: LATER,
    because: /where another instance has another greeting/,
  },
  {
    name: 'the larger of two limits, for both',
    adapter: (good, context, config) => {
      longest = Math.max(longest, config.limits.characters)
      return sending(async (_request, send) => {
        const answer = (await send()) as HttpResponse
        return longest > config.limits.characters ? { ...answer, body: `${answer.body} of ${longest}` } : answer
      })(good, context, config)
    },
    fails: BEFORE,
    because: /where another instance has another limits\.characters/,
  },
]
