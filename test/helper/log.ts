/** A log whose lines a test reads. */
import Fastify, { type FastifyBaseLogger } from 'fastify'

export interface Line {
  readonly level: number
  readonly msg?: string
  readonly err?: { readonly message?: string }
  readonly [field: string]: unknown
}

/** @param level what is written from this level on; 40 is `warn`, 50 `error` */
export function linesOf(level = 'info'): { readonly log: FastifyBaseLogger; lines(): Line[] } {
  const lines: Line[] = []
  const { log } = Fastify({ logger: { level, stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } })
  return { log, lines: () => lines }
}
