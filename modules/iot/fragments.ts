/** Joins and expressions over the containers. */
import type { TextIndex } from '../../src/kernel/resources/resource.ts'

/**
 * An SQL expression for the texts that identify a container, the same as in its trigram index. `of`: an alias with its dot, or ''.
 */
export const identification = (of: string): string =>
  `(coalesce(${of}container_number, '') || ' ' || coalesce(${of}ser_no, '') || ' ' || ${of}imei)`

/** The search index of containers: number, serial number and IMEI. */
export const containerTexts: TextIndex = { table: 'iot.containers', id: 'id', text: identification('') }

export const leftJoinContainer = (alias: string, on: string): string =>
  `left join iot.containers ${alias} on ${alias}.id = ${on}`
