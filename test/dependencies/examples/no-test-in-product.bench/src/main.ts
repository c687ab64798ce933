import { load } from '../bench/load.ts'

export const start = load
