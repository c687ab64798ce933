export { joinOrder } from './fragments.ts'
