import { expect, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { rollback } from '../../src/kernel/upgrade/migrate.ts'
import { aDatabase } from '../helper/database.ts'
import { anAccount, anOperator, aVehicle } from '../helper/factories.ts'

it('a database in which removed things share a plate or a name with later ones goes back all the same', async () => {
  const { url, drop } = await aDatabase()
  const db = openDatabase({ url, poolSize: 1, statementTimeoutMs: 0 })
  const { id: driverId } = await anAccount(db, { role: 'DRIVER', password: null })
  for (const removed_at of [new Date(), new Date(), null]) {
    const vehicle = await aVehicle(db, { plate: 'LCH 12345', driverId })
    const operator = await anOperator(db, { name: 'Granulat' })
    await db('fleet.vehicles').where({ id: vehicle.id }).update({ removed_at })
    await db('fleet.operators').where({ id: operator.id }).update({ removed_at })
  }
  await db.destroy()
  await expect(rollback(url)).resolves.toContain('011_fleet_archive')
  await drop()
})
