import { openDatabase } from '../../src/database/database.ts'
import { POOLED_SETTINGS, type PooledSetting } from '../../src/database/pooled-settings.ts'

/** Gives the role of a URL, in that database alone, what nothing can ask for through a pooler; but for `without`. */
export async function setUpRole(url: string, without: readonly PooledSetting[] = []): Promise<void> {
  const sql = openDatabase({ url, max: 1, applicationName: 'test' })
  try {
    for (const [name, value] of Object.entries(POOLED_SETTINGS)) {
      if (without.includes(name as PooledSetting)) continue
      const literal = name === 'search_path' ? value : `'${value}'`
      const database = new URL(url).pathname.slice(1)
      await sql.unsafe(`alter role current_user in database "${database}" set ${name} to ${literal}`)
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
