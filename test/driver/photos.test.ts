/** The photos of drivers: they come before or after the event that names them, and once. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type SharedApp } from '../helper/app.ts'
import { aJpeg, aPdf, aPng } from '../helper/files.ts'
import { aDriving, type Driving, eventsFor, type Phone } from './fixtures/driving.ts'
import { toldOn, toldToOffice } from './fixtures/told.ts'

let test: SharedApp
let driving: Driving
let phone: Phone

beforeAll(async () => {
  test = await aSharedApp()
  driving = await aDriving(test)
  phone = await driving.phone()
})

const event = eventsFor(() => test)

describe('a photo', () => {
  it('comes before or after its event, once, and the office sees it with the event', async () => {
    const order = await driving.planned()
    const [before, after] = [randomUUID(), randomUUID()]
    expect(await phone.photo(before, aJpeg())).toMatchObject({
      status: 200,
      body: { data: { id: before, size: aJpeg().length } }
    })
    await phone.tell(
      event(order, 'photo', { photoId: before, kind: 'before' }),
      event(order, 'photo', { photoId: after, kind: 'papers' })
    )
    const stored = async () => new Map((await toldOn(phone, order)).photos.map(photo => [photo.id, photo.stored]))
    expect(await stored()).toEqual(
      new Map([
        [before, true],
        [after, false]
      ])
    )
    expect((await phone.photo(after, aPng(), 'image/png')).status).toBe(200)
    expect((await stored()).get(after)).toBe(true)
    const again = await phone.photo(after, aPng(), 'image/png')
    expect([again.status, again.body.data.id]).toEqual([200, after])
    const rows = await toldToOffice(driving, order)
    for (const row of rows) {
      expect(row.picture).toBe(`/api/Admin/DriverEvents/${row.id}/picture`)
      const { body } = await driving.staff.get(row.picture)
      const { statusCode, headers } = await test.app.inject({ url: new URL(body.data.fileUrl).pathname })
      expect([statusCode, String(headers['content-type'])]).toEqual([200, expect.stringMatching(/^image\/(png|jpeg)$/)])
    }
  })

  it('that is sent twice at once is stored once', async () => {
    const id = randomUUID()
    const answers = await Promise.all([phone.photo(id, aJpeg()), phone.photo(id, aJpeg())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await test.services.db('driver.photos').where({ key: id })).toHaveLength(1)
    expect(await test.services.db('files.files').where('original_name', 'like', `${id}%`)).toHaveLength(1)
  })

  it('is refused in words: too large, no picture, another driver’s id, no id', async () => {
    const size = 40 * 1_048_576
    const large = await phone.call('PUT', `/api/Driver/photos/${randomUUID()}`, aJpeg(), {
      'content-type': 'image/jpeg',
      'content-length': String(size)
    })
    expect([large.status, large.body.code, large.body.detail]).toEqual([
      413,
      'files.size',
      expect.stringContaining('10')
    ])
    const pdf = await phone.photo(randomUUID(), aPdf())
    expect([pdf.status, pdf.body.code]).toEqual([415, 'files.content'])
    const said = await phone.photo(randomUUID(), aPdf(), 'application/pdf')
    expect([said.status, said.body.code]).toEqual([415, 'kernel.mediaType'])
    const id = randomUUID()
    await phone.photo(id, aJpeg())
    const theirs = await driving.phone(driving.otherVehicle.driver_id)
    const taken = await theirs.photo(id, aJpeg())
    expect([taken.status, taken.body.code]).toEqual([409, 'driver.photoTaken'])
    expect((await phone.photo('x', aJpeg())).status).toBe(404)
  })
})
