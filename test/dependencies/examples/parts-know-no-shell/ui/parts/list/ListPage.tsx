export { useTitle } from '../../shell/useTitle.ts'
