import { type Directory, hasTokenForm, type Principal, Tokens } from '@heliograph/contracts'
import tiny from '../fixtures/adapter-tiny/src/index.ts'
import { type Change, GOOD, type Mistake, tinyWith } from '../fixtures/mistaken-adapter.ts'

type Find = Tokens['find']

const TAKES_TOKENS = {
  module: { deps: { ...tiny.deps, tokens: Tokens } },
  options: { credentials: { takesTokens: true } },
} as const

/** The tiny adapter, which takes access tokens as well; `find` looks them up. */
const taking =
  (find: (tokens: Tokens, ...asked: Parameters<Find>) => ReturnType<Find>): Change =>
  (_good, context, config) => {
    const { directory } = context.services
    const { tokens } = context.services as unknown as { readonly tokens: Tokens }
    const byApiKey: Directory['byApiKey'] = (text, caller) =>
      hasTokenForm(text) ? find(tokens, text, caller) : directory.byApiKey(text, caller)
    return tinyWith(context, config, { directory: { ...directory, byApiKey } })
  }

/** Looks a token up once and never again. */
function remembering(): Change {
  const kept = new Map<string, Principal | undefined>()
  return taking(async (tokens, token, caller) => {
    if (!kept.has(token)) kept.set(token, await tokens.find(token, caller))
    return kept.get(token)
  })
}

/** Access tokens in the place of keys. */
export const TOKEN_FAULTS: readonly Mistake[] = [
  {
    name: 'access tokens that are promised and not taken',
    ...TAKES_TOKENS,
    fails: `takes an access token: ${GOOD}`,
    because: /with an access token: .*status/s,
  },
  ...['that has expired', 'that was revoked', 'of a user who is disabled'].map(
    (what): Mistake => ({
      name: `an access token ${what}`,
      ...TAKES_TOKENS,
      adapter: remembering(),
      fails: `refuses an access token ${what}: ${GOOD}`,
      because: /status/,
    }),
  ),
  {
    name: 'access tokens in the log',
    ...TAKES_TOKENS,
    adapter: (good, context, config) =>
      taking((tokens, token, caller) => {
        context.logger.info({ reason: `found ${token}` }, 'looked up')
        return tokens.find(token, caller)
      })(good, context, config),
    fails: `takes an access token: ${GOOD}`,
    because: /in the log/,
  },
]
