/**
 * `npm run maintain -- stock`: has a module look at its data; with `--repair` it mends what it finds. The application may be
 * running meanwhile. Ends with 1 where something is wrong and was not mended.
 */
import { buildApp } from '../app.ts'
import { modules } from '../modules.ts'
import { endWith, readCommandLine } from './command-line.ts'
import { say, withDatabase } from './database.ts'

const offered = modules.flatMap(module => module.maintenance ?? [])
const usage = offered.map(({ name, summary }) => `npm run maintain -- ${name.padEnd(12)} ${summary}`).join('\n')
const { values, positionals } = readCommandLine(
  { options: { repair: { type: 'boolean', default: false } }, allowPositionals: true },
  usage
)
const chosen = offered.find(({ name }) => name === positionals[0])
if (!chosen) endWith('Name what is to be looked at:', usage)

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
