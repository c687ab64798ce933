/** `npm run bench -- lists`: runs a bench of this folder by its name; without a name it tells which there are. */
import { readdirSync } from 'node:fs'
import { endAll } from './helper/endings.ts'

const helpers = [
  'index.ts',
  'ingest-load.ts',
  'jobs-hand.ts',
  'jobs-of-callers.ts',
  'jobs-of-finishing.ts',
  'jobs-of-planning.ts',
  'jobs-parts.ts',
  'lists-load.ts',
  'lists-server.ts',
  'lists-throughput.ts',
  'map-stand-in.ts'
]
const benches = readdirSync(new URL('.', import.meta.url))
  .filter(name => name.endsWith('.ts') && !helpers.includes(name))
  .map(name => name.replace('.ts', ''))
const wanted = process.argv[2] ?? ''

if (benches.includes(wanted)) {
  try {
    await import(`./${wanted}.ts`)
  } finally {
    await endAll()
  }
} else console.log(`Name one of: ${benches.join(', ')}`)
