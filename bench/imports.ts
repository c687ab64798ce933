/**
 * An import of 50,000 clients with places and people: checking the file, applying it, and undoing it, as the worker does them. A process of
 * its own, on a durable database; the file is a CSV and then a workbook.
 *
 *     npm run bench -- imports            ROWS=50000
 *
 * Prints seconds and the peak of memory of each. The limits: 60 seconds and 300 MB.
 */
import { Readable } from 'node:stream'
import exceljs from 'exceljs'
import { workOn } from '../modules/imports/job.ts'
import { anAccount } from '../test/helper/factories.ts'
import { aClientRow, aCsv, headers } from '../test/imports/fixtures/files.ts'
import { aBenchApp } from './helper/app.ts'

const rows = Number(process.env.ROWS ?? 50_000)
const limit = { seconds: 60, megabytes: 300 }

const bench = await aBenchApp({ ROLES: 'web', GEOCODING_URL: 'none' })
const { services } = bench
const { db } = services
const account = await anAccount(db, { password: null })

async function* written(name: string): AsyncGenerator<Buffer> {
  if (name === 'csv') {
    yield Buffer.from(`${aCsv([headers])}\r\n`)
    for (let n = 1; n <= rows; n += 1) yield Buffer.from(`${aCsv([aClientRow(n)])}\r\n`)
    return
  }
  const book = new exceljs.Workbook()
  const sheet = book.addWorksheet('Klienci')
  sheet.addRow([...headers])
  for (let n = 1; n <= rows; n += 1) sheet.addRow(aClientRow(n))
  yield Buffer.from(await book.xlsx.writeBuffer())
}

/** The peak of the memory that the process holds while it works, above what it held before. */
async function measured(what: string, work: () => Promise<void>): Promise<void> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const began = performance.now()
  await work()
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  const megabytes = Math.round(Math.max(peak, process.memoryUsage().rss) / 1e6)
  const base = Math.round(before / 1e6)
  const isWithin = seconds <= limit.seconds && megabytes - base <= limit.megabytes
  console.log(
    `${what}: ${seconds.toFixed(1)} s of ${limit.seconds}, ${megabytes - base} MB of ${limit.megabytes} above ${base}${isWithin ? '' : '  TOO MUCH'}`
  )
}

const setState = (id: number, state: number) => db('imports.imports').where({ id }).update({ state })
const countsOf = async (id: number) =>
  db('imports.imports').where({ id }).first('rows', 'good', 'bad', 'skipped', 'failure', 'state')

for (const name of process.env.KIND ? [process.env.KIND] : ['csv', 'xlsx']) {
  const blob = `imports/2026-01/00000000-0000-4000-8000-00000000000${name === 'csv' ? 1 : 2}.${name}`
  await services.storage.write(blob, Readable.from(written(name)), { maxBytes: 1_000_000_000 })
  const [{ id }] = await db('imports.imports')
    .insert({ kind: 'clients', account_id: account.id, blob_name: blob, dry_run: true, created_at: new Date() })
    .returning('id')
  await db('imports.progress').insert({ import_id: id })
  await measured(`${name}: check`, () => workOn(services, { id }))
  console.log(await countsOf(id))
  await setState(id, 3)
  await measured(`${name}: apply`, () => workOn(services, { id }))
  console.log(await countsOf(id))
  await setState(id, 5)
  await measured(`${name}: undo`, () => workOn(services, { id }))
  console.log(await countsOf(id))
  await services.storage.remove(blob)
}
await bench.close()
