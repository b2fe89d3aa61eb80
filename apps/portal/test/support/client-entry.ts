export { actFor } from '../../src/api/acting-for.ts'
export { api, rememberCsrfToken } from '../../src/api/requests.ts'
