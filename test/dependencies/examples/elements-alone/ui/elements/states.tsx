export { textOf } from '../parts/values/formats.tsx'
