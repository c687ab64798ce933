/** The public API of the validators. The demo runs all checks once, so that its pages are not empty. */
export { runAllChecks } from './check.ts'
