export { fillDataFolder } from './data-folder.ts'
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './test-database.ts'
export { createThrowAwayFolder } from './throw-away-folder.ts'
