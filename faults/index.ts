/**
 * `npm run test:faults` breaks things under load and shows that nothing is lost, as docs/operators.md and docs/security.md promise: all
 * drills one after the other, or those that are named. Each prints its figures against their limits, and then those of its control, which has one
 * guard less and must be seen to fail.
 *
 *     npm run test:faults -- --list
 *     npm run test:faults -- commit-cut rolling         --scale 0.1 for fewer of everything, --no-control, --short
 */
import { parseArgs } from 'node:util'
import { migrate } from '../src/kernel/upgrade/migrate.ts'
import { databaseUrl, startCluster, withClient } from '../test/helper/cluster.ts'
import { type Given, linesOf, runDrill } from './drill.ts'
import { drills } from './drills.ts'
import { children } from './fixtures/children.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    'no-control': { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' }
  }
})
const unknown = positionals.filter(name => !(name in drills))
if (unknown.length > 0 || values.list) {
  if (unknown.length > 0) console.error(`There is no drill ${unknown.join(', ')}. There are:`)
  for (const [name, { promise, short }] of Object.entries(drills))
    console.log(`${name.padEnd(18)} ${promise}${short ? ' (short form in npm test)' : ''}`)
  process.exit(unknown.length > 0 ? 1 : 0)
}
const scale = Number(values.scale)
const chosen = Object.entries(drills).filter(
  ([name, { short }]) => (positionals.length === 0 || positionals.includes(name)) && (!values.short || short)
)

const cluster = await startCluster(migrate, { durable: !values.short })
let made = 0
const given: Given = {
  isShort: values.short,
  scale,
  async database() {
    made += 1
    const name = `opony_drill_${made}`
    await withClient(cluster.address.admin, client =>
      client.query(`create database ${name} template ${cluster.address.template} strategy file_copy`)
    )
    const drop = async (): Promise<void> => {
      await withClient(cluster.address.admin, client => client.query(`drop database ${name} with (force)`))
    }
    return { url: databaseUrl(cluster.address.admin, name), drop }
  }
}

let broken = 0
async function once(name: string, isGuarded: boolean): Promise<void> {
  const drill = drills[name]
  if (!drill) return
  const began = performance.now()
  const took = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`
  const what = isGuarded ? name : `${name}, control ${drill.control.without}`
  try {
    const { figures, isGood } = await runDrill(drill, isGuarded, given)
    if (!isGood) broken += 1
    const verdict = isGuarded ? '' : isGood ? ' [seen to fail]' : ' [NOT SEEN TO FAIL]'
    console.log(`${isGood ? '✓' : '✗'} ${what}: ${linesOf(figures, values.short)}${verdict}, ${took()}`)
  } catch (error) {
    broken += 1
    console.log(`✗ ${what}: ${error instanceof Error ? error.stack : error}, ${took()}`)
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}

let isStopped = false
process.on('SIGINT', () => {
  isStopped = true
  for (const child of children) child.kill('SIGKILL')
})
try {
  for (const [name, { lacks }] of chosen) {
    const missing = lacks?.()
    if (missing) console.log(`- ${name}: left out, install the Debian package ${missing}`)
    for (const isGuarded of missing ? [] : values['no-control'] ? [true] : [true, false])
      if (!isStopped) await once(name, isGuarded)
  }
} finally {
  await cluster.stop()
}
const kept = values['no-control']
  ? 'All promises are kept.'
  : 'All promises are kept, and each control was seen to fail.'
console.log(broken > 0 ? `${broken} broken` : kept)
process.exit(broken > 0 || isStopped ? 1 : 0)
