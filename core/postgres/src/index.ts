export { type EmbeddedPostgres, type EmbeddedPostgresOptions, openEmbeddedPostgres } from './embedded-postgres.ts'
export { EmbeddedPostgresError } from './postgres-error.ts'
export { resolveServiceUser, type ServiceUser } from './system/service-user.ts'
