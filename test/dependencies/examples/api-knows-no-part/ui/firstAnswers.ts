export { listUrl as first } from './parts/list/listUrl.ts'
