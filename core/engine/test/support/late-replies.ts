import type { Sql } from '../../src/database/database.ts'

/** The database, except that the replies to some statements are late. */
export interface LateReplies {
  readonly sql: Sql
  /** How many replies are held back: what their statements did is in the database. */
  held(): number
  /** Hands over what is held back, and holds back no more. */
  letGo(): void
}

/** @param isLate by the text of a statement */
export function lateReplies(database: Sql, isLate: (text: string) => boolean): LateReplies {
  let isOver = false
  let held = 0
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const late = async (reply: Promise<unknown>) => {
    const rows = await reply
    held += 1
    await released
    return rows
  }
  const sql = new Proxy(database, {
    apply(target, self, args: [TemplateStringsArray]) {
      const reply = Reflect.apply(target as never, self, args) as Promise<unknown>
      return !isOver && isLate(args[0]?.join?.('?') ?? '') ? late(reply) : reply
    },
  }) as Sql
  return {
    sql,
    held: () => held,
    letGo: () => {
      isOver = true
      letGo()
    },
  }
}
