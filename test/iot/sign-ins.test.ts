/** Sensors sign in again where the database died without a word and another has taken its place. */
import { expect, it, onTestFinished } from 'vitest'
import { openSignIns } from '../../modules/iot/ingest/sign-ins.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { aDatabase } from '../helper/database.ts'
import { aContainer, aSecret } from '../helper/factories.ts'
import { linesOf } from '../helper/log.ts'
import { aTcpProxy } from '../helper/tcp-proxy.ts'

it('a connection that hears nothing is given up, and the next sign-in has another one', async () => {
  const database = await aDatabase()
  const db = openDatabase({ url: database.url })
  const proxy = await aTcpProxy(database.url)
  const signIns = openSignIns(proxy.url, linesOf().log)
  onTestFinished(async () => {
    await signIns.stop()
    await proxy.close()
    await db.destroy()
    await database.drop()
  })
  const { imei } = await aContainer(db)
  expect(await signIns.authenticate(imei, aSecret)).toBe(true)
  proxy.strand()
  const signsIn = (): Promise<boolean> => signIns.authenticate(imei, aSecret).catch(() => false)
  await expect.poll(signsIn, { timeout: 30_000 }).toBe(true)
}, 60_000)
