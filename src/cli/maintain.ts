/**
 * `npm run maintain -- stock`: has a module look at its data; with `--repair` it mends what it finds. The application may be
 * running meanwhile. Ends with 1 where something is wrong and was not mended.
 */
import { parseArgs } from 'node:util'
import { buildApp } from '../app.ts'
import { modules } from '../modules.ts'
import { say, withDatabase } from './database.ts'

const { values, positionals } = parseArgs({
  options: { repair: { type: 'boolean', default: false } },
  allowPositionals: true
})
const offered = modules.flatMap(module => module.maintenance ?? [])
const chosen = offered.find(({ name }) => name === positionals[0])
if (!chosen) {
  say('Name what is to be looked at: npm run maintain -- stock')
  for (const { name, summary } of offered) say(`${name.padEnd(12)} ${summary}`)
  process.exit(1)
}

await withDatabase(async (url, given) => {
  const settings = { ...given, databaseUrl: url }
  const { services, close } = await buildApp({ settings, now: () => new Date(), logger: false })
  try {
    const { isSound, lines } = await chosen.run(services, values)
    for (const line of lines) say(line)
    if (!isSound) process.exitCode = 1
  } finally {
    await close()
  }
})
