export { default } from './adapter.ts'
