import { app } from '../../src/app.ts'

export const insert = () => app
