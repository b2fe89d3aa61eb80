export { default } from 'postgres'
