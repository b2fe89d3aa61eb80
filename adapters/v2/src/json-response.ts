export { jsonResponse } from '@heliograph/wire'
