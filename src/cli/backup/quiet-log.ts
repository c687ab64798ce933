import type { FastifyBaseLogger } from 'fastify'

const nothing = (): void => undefined

/** The log of a command: what goes wrong is thrown, and printed as a sentence. */
export const quietLog = {
  level: 'silent',
  ...{ fatal: nothing, error: nothing, warn: nothing, info: nothing, debug: nothing, trace: nothing, silent: nothing },
  child: () => quietLog
} as FastifyBaseLogger
