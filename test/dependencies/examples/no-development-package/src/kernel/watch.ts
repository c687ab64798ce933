import { createServer } from 'vite'

export const watch = createServer
