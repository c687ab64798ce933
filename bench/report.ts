/**
 * A spreadsheet of a million rows of twelve columns: the app (a cursor of the database, src/kernel/files/spreadsheet.ts, a sink on
 * disk) against exceljs alone, which gets its rows for nothing, writes them without styles and waits for nobody.
 *
 *     npm run bench -- report            or with another number of rows: npm run bench -- report 200000
 *     PYTHON=/path/to/python npm run bench -- report     also against xlsxwriter, where that Python has it
 *
 * Each run is a process of its own, so that its memory is its own. Prints rows a second of interleaved runs, the peak of
 * memory, and the ratio of their medians. The limits: 300 MB, twice xlsxwriter with constant memory (which makes its rows itself,
 * too), and 0.5 of exceljs alone, which is itself some 2.5 times as fast as that, and does not read a database.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import exceljs from 'exceljs'
import { readSettings } from '../config/settings.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { system } from '../src/kernel/access/caller.ts'
import { sql } from '../src/kernel/database/sql.ts'
import type { Cell, SheetColumn } from '../src/kernel/files/cells.ts'
import { inBatches } from '../src/kernel/files/cursor.ts'
import { writeSheet } from '../src/kernel/files/spreadsheet.ts'

const rows = Number(process.argv[3] ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 3)
const limit = { ratio: 0.5, peer: 2, megabytes: 300 }

const formats = [
  'text',
  'text',
  'text',
  'text',
  'text',
  'day',
  'day',
  'money',
  'money',
  'integer',
  'text',
  'text'
] as const
const columns: SheetColumn[] = formats.map((format, at) => ({ header: `Kolumna ${at + 1}`, format }))
const statement = sql`select 'Z/2026/' || lpad(n::text, 7, '0') as a, 'Wulkanizacja Kowalski sp. z o.o. ' || n % 997 as b,
  'Chełm, Hutnicza ' || n % 211 as c, 'Pojazd' as d, 'Zestaw 24 t' as e, date '2024-01-01' + n % 900 as f,
  date '2024-01-03' + n % 900 as g, (n % 5000 + 0.55)::numeric(12, 2) as h, (n % 5000 * 1.08)::numeric(12, 2) as i, n % 50 as j,
  'LUB ' || n % 9999 as k, case when n % 3 = 0 then '=1+' || n end as l from generate_series(1, ${rows}::int) n`

async function app(file: string, url: string): Promise<void> {
  const source = { settings: { databaseUrl: url } }
  const cells = (async function* () {
    for await (const batch of inBatches<Record<string, Cell>>({ source, statement, reader: system }))
      yield batch.map(row => Object.values(row))
  })()
  await writeSheet(createWriteStream(file), { name: 'Bench', columns }, cells)
}

/** The same values from memory. It breathes once a thousand rows, as a loop over a database would. */
async function alone(file: string): Promise<void> {
  const writer = new exceljs.stream.xlsx.WorkbookWriter({ filename: file, useStyles: false, useSharedStrings: false })
  const sheet = writer.addWorksheet('Bench')
  const day = new Date('2026-01-05T00:00:00Z')
  for (let n = 1; n <= rows; n += 1) {
    const texts = [`Z/2026/${n}`, `Wulkanizacja Kowalski sp. z o.o. ${n % 997}`, `Chełm, Hutnicza ${n % 211}`, 'Pojazd']
    sheet.addRow([...texts, 'Zestaw 24 t', day, day, n % 5000, n % 5000, n % 50, `LUB ${n % 9999}`, `=1+${n}`]).commit()
    if (n % 1000 === 0) await new Promise(resolve => setImmediate(resolve))
  }
  await writer.commit()
}

interface Measured {
  readonly rate: number
  readonly megabytes: number
  readonly size: number
}

/** What a child does: one run, told to its parent. */
async function run(name: string, url: string): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'opony-bench-'))
  const file = join(folder, 'a.xlsx')
  let peak = 0
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  const watch = setInterval(look, 20)
  const began = performance.now()
  await (name === 'app' ? app(file, url) : alone(file))
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  look()
  const { size } = await stat(file)
  await rm(folder, { recursive: true })
  return { rate: Math.round(rows / seconds), megabytes: Math.round(peak / 1e6), size }
}

async function inChild(name: string, url: string): Promise<Measured> {
  const env = { ...process.env, BENCH_PART: name, DATABASE_URL: url }
  const child = fork(new URL(import.meta.url), ['report', String(rows)], { env })
  const [measured] = (await once(child, 'message')) as [Measured]
  return measured
}

/** xlsxwriter's run, in the Python that PYTHON names. */
async function inPython(python: string): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'opony-bench-'))
  const file = join(folder, 'a.xlsx')
  const script = new URL('./helper/report_rows.py', import.meta.url).pathname
  const [rate = '0', kilobytes = '0'] = execFileSync(python, [script, String(rows), file], { encoding: 'utf8' }).split(
    ' '
  )
  const { size } = await stat(file)
  await rm(folder, { recursive: true })
  return { rate: Math.round(Number(rate)), megabytes: Math.round(Number(kilobytes) / 1000), size }
}

async function compare(): Promise<void> {
  const settings = readSettings(process.env)
  const postgres = settings.databaseUrl ? undefined : await startPostgres({ dataDir: settings.dataDir, durable: true })
  const url = settings.databaseUrl || (postgres?.url ?? '')
  const python = process.env.PYTHON
  const names = ['app', 'alone', ...(python ? ['xlsxwriter'] : [])]
  const rates: Record<string, number[]> = { app: [], alone: [], xlsxwriter: [] }
  let most = 0
  console.log('| what | rows | rows/s | peak MB | file MB |\n| --- | --- | --- | --- | --- |')
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) {
      const { rate, megabytes, size } =
        python && name === 'xlsxwriter' ? await inPython(python) : await inChild(name, url)
      rates[name]?.push(rate)
      if (name === 'app') most = Math.max(most, megabytes)
      console.log(`| ${name} | ${rows} | ${rate} | ${megabytes} | ${(size / 1e6).toFixed(1)} |`)
    }
  const median = (name: string): number => rates[name]?.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  const ratio = median('app') / median('alone')
  const overPeer = python ? median('app') / median('xlsxwriter') : Number.POSITIVE_INFINITY
  const isWithin = ratio >= limit.ratio && overPeer >= limit.peer && most <= limit.megabytes
  if (python) console.log(`\n${overPeer.toFixed(2)} of xlsxwriter (limit ${limit.peer})`)
  console.log(
    `\nratio ${ratio.toFixed(2)} (limit ${limit.ratio}), peak ${most} MB (limit ${limit.megabytes}): ${isWithin ? 'ok' : 'OVER'}`
  )
  await postgres?.stop()
}

const part = process.env.BENCH_PART
if (part) process.send?.(await run(part, process.env.DATABASE_URL ?? ''))
else await compare()
