import { addPortalKey } from '../gateway/accounts.ts'
import { requireOwn } from '../gateway/bench-gateway.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import { askPortal, figuresOfQuestions, PORTAL_API, type Question } from './ask-portal.ts'
import { fillSaid, KNOWN_WORD, RARE_WORD } from './fill-said.ts'
import type { Scenario } from './scenario.ts'

const GOAL_MS = 500

/** What is searched for; `common` has words of one phrase in their place. */
const KINDS = [
  { key: 'rare', label: 'a word of one text in a million' },
  { key: 'known', label: 'a word of one text in 5,000' },
  { key: 'common', label: 'words of very many texts' },
  { key: 'together', label: 'words that are seldom together' },
  { key: 'beginning', label: 'how a word begins' },
  { key: 'absent', label: 'a word that no text has' },
] as const

type Kind = (typeof KINDS)[number]['key']

/** Finds conversations by words among many messages. */
export const words: Scenario = {
  name: 'words',
  description: 'conversations found by words said in 20 million messages, through the API of the portal',
  defaults: { clients: 1, messages: 20_000_000, warmup: 0, receipts: false },
  title: ({ messages }) => `searches for words in the texts of ${messages} messages of one client`,
  plan: () => ({ simulator: {}, instances: PORTAL_API }),
  figures: () => figuresOfQuestions(KINDS, GOAL_MS),
  async measure(gateway, options) {
    const { deployment, clientId } = requireOwn(gateway)
    const common = await fillSaid(gateway.sql, clientId, options.messages, options.say)
    const apiKey = await addPortalKey(deployment, clientId, 'admin')
    const quiet = await waitForIdleMachine(options)
    const asked = await askPortal(gateway, apiKey, questionsOf(common), options)
    return { ...asked, disturbed: !quiet.quiet, loopMs: quiet.loopMs, details: { quiet, common } }
  },
}

function questionsOf(common: readonly string[]): readonly Question[] {
  const searched: Record<Kind, readonly string[]> = {
    rare: [RARE_WORD],
    known: [KNOWN_WORD],
    common,
    together: common.map((word) => `${KNOWN_WORD} ${word}`),
    beginning: ['inv', 'zan'],
    absent: ['xylophone'],
  }
  return KINDS.map(({ key, label }) => ({
    key,
    label,
    paths: searched[key].map((each) => `/conversations/search?words=${encodeURIComponent(each)}`),
    check(answer) {
      const { length } = (answer as { readonly records: readonly unknown[] }).records
      return length > 0 === (key !== 'absent') ? undefined : `found ${length}`
    },
  }))
}
