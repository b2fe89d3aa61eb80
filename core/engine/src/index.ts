export { openDatabase, type Sql } from './database.ts'
export { migrate } from './migrate.ts'
