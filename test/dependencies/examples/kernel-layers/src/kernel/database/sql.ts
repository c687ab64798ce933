import { ApiHandler } from '../serve/fastify.ts'

export const sql = [ApiHandler]
