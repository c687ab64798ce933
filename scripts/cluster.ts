/**
 * `npm run cluster -- up`, `status`, `prove`, `down`: Opony past one machine, on this one. PostgreSQL ×3 under Patroni with etcd ×3, synchronous,
 * behind HAProxy; two processes of each role. What are machines in earnest are addresses of the loopback interface (docs/scaling.md).
 *
 *     npm run cluster -- up
 *     npm run cluster -- prove --rounds 3 --only primary,replica,frozen --orders 3 --lists 3 --readings 50 --pages 10 --no-control
 *     npm run cluster -- down
 */
import { parseArgs } from 'node:util'
import { down, status, up } from './cluster/commands.ts'
import { missing } from './cluster/programs.ts'
import { faultNames, prove } from './cluster/prove.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: faultNames.join(',') },
    orders: { type: 'string', default: '3' },
    lists: { type: 'string', default: '3' },
    readings: { type: 'string', default: '50' },
    pages: { type: 'string', default: '10' },
    'no-control': { type: 'boolean', default: false }
  }
})

const commands = {
  up,
  status,
  down,
  prove: () =>
    prove({
      rounds: Number(values.rounds),
      only: values.only.split(','),
      orders: Number(values.orders),
      lists: Number(values.lists),
      readings: Number(values.readings),
      pages: Number(values.pages),
      hasControl: !values['no-control']
    })
}
const [name] = positionals
const run = commands[name as keyof typeof commands]
const lacks = missing()
if (!run || positionals.length > 1) {
  console.error('npm run cluster -- up | status | prove | down')
  process.exit(1)
}
if (name !== 'down' && lacks.length > 0) {
  console.error(`The cluster needs what is not here:\n  ${lacks.join('\n  ')}`)
  process.exit(1)
}
try {
  process.exit(await run())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
