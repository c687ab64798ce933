import { app } from '../app.ts'

export const start = app
