/** Proving that levels are what their movements say, by the command line and by itself, and mending those that are not. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DocumentType } from '../../modules/warehouse/documents/schema.ts'
import { differingLevels, stockMaintenance } from '../../modules/warehouse/stock/rebuild.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { aStore } from '../helper/factories.ts'
import { argsOf } from '../helper/program.ts'
import { aBook } from './fixtures/book.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
let test: TestApp
let admin: Person
let storeId: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.begin()
  admin = await test.signedInAs('ADMIN', { host: officeHost })
  storeId = (await aStore(test.services.db, { name: 'Plac Chełm', at: { latitude: 51.1, longitude: 23.4 } })).id
  const book = aBook(test, admin)
  for (const [documentType, containersNumber] of [
    [DocumentType.externalReception, 9],
    [DocumentType.transferOut, 2],
    [DocumentType.recipientReservation, 3]
  ])
    await book.approve(await book.add({ documentType, containersNumber, internalStoreId: storeId }))
})
afterAll(() => test.close())

const level = () => test.services.db('warehouse.stock_levels').where({ internal_store_id: storeId })
const maintain = (...words: string[]): Promise<{ code: unknown; said: string }> =>
  new Promise(resolve => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: test.url }
    const args = [...argsOf('src/cli/maintain.ts'), ...words]
    execFile(process.execPath, args, { cwd: root, env }, (error, out, fault) =>
      resolve({ code: error?.code ?? 0, said: out + fault })
    )
  })

describe('npm run maintain -- stock', () => {
  it('finds no difference where only documents changed levels', async () => {
    expect(await differingLevels(test.services.db)).toEqual([])
    expect(await stockMaintenance.run(test.services, { repair: true })).toEqual({
      isSound: true,
      lines: ['Every stock level is the sum of its movements.']
    })
  })

  it('says what differs and changes nothing, and with --repair writes it anew, with its history', async () => {
    await level().update({ containers_amount: 12, reserved: 0 })
    const line = 'Plac Chełm: level 12 (0 reserved), movements 7 (3 reserved)'
    expect(await stockMaintenance.run(test.services, { repair: false })).toEqual({ isSound: false, lines: [line] })
    expect(await level().first()).toMatchObject({ containers_amount: 12 })

    expect(await maintain('stock', '--repair')).toEqual({ code: 0, said: `${line}\n1 written anew.\n` })
    const row = await level().first()
    expect(row).toMatchObject({ containers_amount: 7, reserved: 3 })
    const { body } = await admin.get(`/api/Admin/Stores/stock-levels/${row.id}/history`)
    expect(body.data[0]).toMatchObject({ statusDescription: 'Stan poprawiono według ruchów' })
    expect(await differingLevels(test.services.db)).toEqual([])
  })
})
