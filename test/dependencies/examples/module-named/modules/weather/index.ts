import { rain } from './rain.ts'

export default rain
