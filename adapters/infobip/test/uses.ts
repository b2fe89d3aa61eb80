// What programs that others wrote do with this interface: the rows and cells of the README's table. A cell that says
// `yes` is a test; another says why there is none, or of what there is one.

const ONLY_SENDS = 'no, it only sends texts'
const RECEIVES_NOTHING = 'no, it has no part that receives'

export interface Use {
  readonly sdk: string
  readonly symfony: string
  /** Requests of Infobip's clients for Java, Python and Go, from their public test suites and examples. */
  readonly recorded: string
}

export const USES = {
  'Sends texts, octets and by query': { sdk: 'yes', symfony: 'yes, texts', recorded: 'yes' },
  'Counts the parts of a text': { sdk: 'yes', symfony: ONLY_SENDS, recorded: 'yes' },
  'Reads reports, each once, and logs': { sdk: 'yes', symfony: ONLY_SENDS, recorded: 'yes' },
  'Reads the inbox, each SMS once': { sdk: 'yes', symfony: ONLY_SENDS, recorded: 'yes' },
  'Finds, moves, pauses and cancels a bulk': { sdk: 'yes', symfony: ONLY_SENDS, recorded: 'yes' },
  'Is told that a bulk is unknown': { sdk: 'yes', symfony: ONLY_SENDS, recorded: 'no, none is recorded' },
  'Gets its reports sent': {
    sdk: RECEIVES_NOTHING,
    symfony: ONLY_SENDS,
    recorded: 'as they read them: `receipt-cases.ts`',
  },
} as const satisfies Readonly<Record<string, Use>>

export type UseName = keyof typeof USES

/** The uses for which a column has `yes`. */
export function usesOf(column: keyof Use): readonly UseName[] {
  return (Object.keys(USES) as readonly UseName[]).filter((name) => USES[name][column] === 'yes')
}
