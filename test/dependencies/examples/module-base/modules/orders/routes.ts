import { app } from '../../src/app.ts'

export const routes = app
