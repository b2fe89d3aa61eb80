import type { Sql } from '../../src/database/database.ts'

/** The database, except that the answer to the next commit is lost with its connection: it was made all the same. */
export function loseAnswer(sql: Sql): Sql {
  let isLost = false
  return new Proxy(sql, {
    get(target, name) {
      if (name !== 'begin' || isLost) return Reflect.get(target, name)
      return async (run: Parameters<Sql['begin']>[1]) => {
        await target.begin(run)
        isLost = true
        throw Object.assign(new Error('connection closed'), { code: 'CONNECTION_CLOSED' })
      }
    },
  })
}
