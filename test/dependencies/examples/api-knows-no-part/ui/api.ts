export { first } from './firstAnswers.ts'
