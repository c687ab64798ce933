/** Photos of containers: sent by staff and technicians, shown by address, removed by staff. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxPhotos, maxPhotosAtOnce } from '../../modules/iot/rules.ts'
import { aKey, askKey, filesIn, send } from '../files/fixtures/uploading.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aContainer } from '../helper/factories.ts'
import { aJpeg, aPdf, aPng } from '../helper/files.ts'
import { aPhoto } from '../helper/photo.ts'

let test: TestApp
let staff: Person
let technician: Person

beforeAll(async () => {
  test = await anApp()
  await test.begin()
  ;[staff, technician] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('SERVICE_TECHNICAN')])
})
afterAll(() => test.close())

const container = async (): Promise<number> => (await aContainer(test.services.db)).id
const one = async (id: number, who = technician) => (await who.get(`/IoT/container/${id}`)).body.data
const changes = async (id: number): Promise<string[]> =>
  (await staff.get(`/IoT/container/${id}/changes`)).body.data.map(
    ({ statusDescription }: { statusDescription: string }) => statusDescription
  )
const fetched = (url: string) => test.app.inject({ url: new URL(url).pathname })

/** Key, file and record. */
async function added(containerId: number, who = technician, name = 'przód.png', content = aPng()) {
  const key = await aKey(who, name, `photos/${containerId}`)
  const sent = await send(test, key, content)
  const answer = await who.post('/IoT/photos', { containerId, blobFileNames: [key.blobName] })
  return { key, sent, answer }
}

describe('a photo', () => {
  it('is sent by a technician, stands with its container newest first, and is in its history', async () => {
    const id = await container()
    expect(await one(id)).toMatchObject({ hasPhotos: false, photos: [] })
    test.clock.now = new Date('2026-05-04T10:00:00Z')
    const { sent, answer } = await added(id)
    expect([sent.status, answer.status]).toEqual([201, 201])
    test.clock.now = new Date('2026-05-04T10:05:00Z')
    await added(id, staff, 'tył.jpg', aJpeg())
    const { hasPhotos, photos } = await one(id)
    expect(hasPhotos).toBe(true)
    expect(photos).toEqual([
      {
        id: expect.any(Number),
        originalFileName: 'tył.jpg',
        createdDate: '2026-05-04T10:05:00.000Z',
        fileUrl: expect.stringMatching(/^http:\/\/.+\/api\/Storage\/pictures\/[\w-]{83}$/)
      },
      expect.objectContaining({ originalFileName: 'przód.png', createdDate: '2026-05-04T10:00:00.000Z' })
    ])
    expect(await changes(id)).toEqual(['Dodano zdjęcie', 'Dodano zdjęcie'])
    const listed = (await staff.get(`/IoT/photos?ContainerId=${id}`)).body
    expect([listed.total, listed.data[0].originalFileName]).toEqual([2, 'tył.jpg'])
  })

  it('must be an image by name and content, and of an existing container', async () => {
    const id = await container()
    expect(await askKey(staff, 'umowa.pdf', `photos/${id}`)).toMatchObject({
      status: 415,
      body: { code: 'files.type' }
    })
    expect((await askKey(staff, 'a.png', 'photos')).status).toBe(400)
    expect((await askKey(staff, 'a.png', 'photos/999999')).status).toBe(404)
    expect((await askKey(await test.signedInAs('CLIENT_ADMIN'), 'a.png', `photos/${id}`)).status).toBe(403)
    const { sent, answer } = await added(id, staff, 'a.png', aPdf())
    expect([sent.status, answer.status, answer.body.code]).toEqual([415, 422, 'files.notUploaded'])
    expect((await one(id)).photos).toEqual([])
  })

  it('uploaded for one container cannot be added to another', async () => {
    const [mine, other] = [await container(), await container()]
    const key = await aKey(staff, 'a.png', `photos/${mine}`)
    await send(test, key, aPng())
    const answer = await staff.post('/IoT/photos', { containerId: other, blobFileNames: [key.blobName] })
    expect([answer.status, answer.body.code]).toEqual([422, 'files.notUploaded'])
    const nowhere = await staff.post('/IoT/photos', { containerId: 999_999, blobFileNames: [key.blobName] })
    expect(nowhere.body).toMatchObject({ code: 'iot.noContainer', Errors: [{ PropertyName: 'containerId' }] })
    expect((await one(other)).hasPhotos).toBe(false)
  })

  it('is refused beyond the limit, also when two are added at the same time', async () => {
    const id = await container()
    const createdBy = staff.accountId
    for (let n = 1; n < maxPhotos; n++) await aPhoto(test.services.db, { containerId: id, createdBy })
    const both = await Promise.all([added(id), added(id, staff)])
    expect(both.map(({ answer }) => answer.status).sort()).toEqual([201, 409])
    expect((await one(id)).photos).toHaveLength(maxPhotos)
  })

  it('comes with others in one call: all of them or none, with the one that is refused named', async () => {
    const id = await container()
    const keys = await Promise.all(['1.png', '2.png', '3.png'].map(name => aKey(technician, name, `photos/${id}`)))
    const names = keys.map(({ blobName }) => blobName)
    for (const key of keys.slice(0, 2)) await send(test, key, aPng())
    const refused = await technician.post('/IoT/photos', { containerId: id, blobFileNames: names })
    expect(refused.body).toMatchObject({ code: 'files.notUploaded', Errors: [{ PropertyName: 'blobFileNames.2' }] })
    expect((await one(id)).photos).toEqual([])
    await send(test, keys[2] as (typeof keys)[0], aPng())
    expect((await technician.post('/IoT/photos', { containerId: id, blobFileNames: names })).status).toBe(201)
    const photos: { originalFileName: string }[] = (await one(id)).photos
    expect(photos.map(({ originalFileName }) => originalFileName)).toEqual(['3.png', '2.png', '1.png'])
    expect(await changes(id)).toEqual(['Dodano 3 zdjęcia'])
  })

  it('is named among others also where the store took the upload by itself, and the server sees it only now', async () => {
    const id = await container()
    const keys = await Promise.all(['1.png', '2.png'].map(name => aKey(technician, name, `photos/${id}`)))
    const contents = [aPng(), aPdf()]
    for (const [at, { blobName }] of keys.entries()) {
      await test.services.storage.write(blobName, Readable.from([contents[at]]), { maxBytes: 1_048_576 })
      await test.services.db('files.uploads').where({ blob_name: blobName }).update({ token_hash: null })
    }
    const blobFileNames = keys.map(({ blobName }) => blobName)
    const refused = await technician.post('/IoT/photos', { containerId: id, blobFileNames })
    expect(refused).toMatchObject({
      status: 415,
      body: { code: 'files.content', Errors: [{ PropertyName: 'blobFileNames.1' }] }
    })
    expect(
      (await technician.post('/IoT/photos', { containerId: id, blobFileNames: blobFileNames.slice(0, 1) })).status
    ).toBe(201)
  })

  it.each([
    ['none', 0, 'Wybierz co najmniej jedno zdjęcie.'],
    ['one more than one call takes', maxPhotosAtOnce + 1, 'Wybierz najwyżej 20 pozycji.']
  ])('is refused where the call has %s', async (_, count, sentence) => {
    const name = (n: number): string => `photos/2026-05/0b6cfd9e-7d35-4a3c-9d53-${String(n).padStart(12, '0')}.jpg`
    const blobFileNames = Array.from({ length: count }, (_one, n) => name(n))
    const answer = await staff.post('/IoT/photos', { containerId: await container(), blobFileNames })
    expect(answer.body).toMatchObject({
      status: 400,
      Errors: [{ PropertyName: 'blobFileNames', ErrorMessage: sentence }]
    })
  })

  it('is removed by staff with its bytes, not by a technician', async () => {
    const id = await container()
    const { key, answer } = await added(id)
    const url = `/IoT/photos/${answer.body.data.id}`
    const name = key.blobName.split('/').at(-1)
    expect((await technician.call('DELETE', url)).status).toBe(403)
    expect(await filesIn(test)).toContain(name)
    expect((await staff.call('DELETE', url)).status).toBe(200)
    expect(await one(id)).toMatchObject({ hasPhotos: false, photos: [] })
    expect(await changes(id)).toEqual(['Usunięto zdjęcie', 'Dodano zdjęcie'])
    await expect.poll(() => filesIn(test), { timeout: 10_000 }).not.toContain(name)
  })
})

describe('the address of a photo', () => {
  const aShown = async (who = technician) => {
    const id = await container()
    await added(id, who)
    return (await one(id, who)).photos[0].fileUrl as string
  }

  it('gives the picture without a token, any number of times, cached for minutes by the browser only', async () => {
    const url = await aShown()
    for (const _ of [1, 2]) {
      const { statusCode, headers, rawPayload } = await fetched(url)
      expect([statusCode, rawPayload]).toEqual([200, aPng()])
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringMatching(/^private, max-age=\d{3,4}, immutable$/)
      })
    }
  })

  it('is asked for by each row of the list, so that photos are seen there', async () => {
    const id = await container()
    await added(id)
    const [row] = (await technician.get(`/IoT/photos?ContainerId=${id}`)).body.data
    const { status, body } = await technician.get(row.picture)
    expect(status).toBe(200)
    expect((await fetched(body.data.fileUrl)).rawPayload).toEqual(aPng())
  })

  it('is the same for some minutes, and ends', async () => {
    test.clock.now = new Date('2026-05-04T11:00:01Z')
    const id = await container()
    await added(id)
    const [photo] = (await one(id)).photos
    test.clock.now = new Date('2026-05-04T11:09:00Z')
    expect((await one(id)).photos[0].fileUrl).toBe(photo.fileUrl)
    test.clock.now = new Date('2026-05-04T11:19:59Z')
    expect((await fetched(photo.fileUrl)).statusCode).toBe(200)
    test.clock.now = new Date('2026-05-04T11:20:00Z')
    expect((await fetched(photo.fileUrl)).statusCode).toBe(404)
  })

  it('cannot be made up: whatever is changed in it, it is a 404', async () => {
    const url = await aShown()
    const token = url.split('/').at(-1) ?? ''
    const others = Array.from(
      token,
      (sign, at) => token.slice(0, at) + (sign === 'A' ? 'B' : 'A') + token.slice(at + 1)
    )
    for (const other of [...others, 'none', token.slice(0, -1), `${token}A`])
      expect([other, (await fetched(url.replace(token, other))).statusCode]).toEqual([other, 404])
    expect((await fetched(url)).statusCode).toBe(200)
  })

  it('ends with the session, and with the right to see containers', async () => {
    const leaving = await test.signedInAs('SERVICE_TECHNICAN')
    const url = await aShown(leaving)
    expect((await fetched(url)).statusCode).toBe(200)
    await test.services.db('users.accounts').where({ id: leaving.accountId }).update({ role: 3 })
    expect((await fetched(url)).statusCode).toBe(404)
    const going = await test.signedInAs('SERVICE_TECHNICAN')
    const second = await aShown(going)
    await going.post('/api/Authorization/sign-out')
    expect((await fetched(second)).statusCode).toBe(404)
  })

  it('is never one of a file that is no picture', async () => {
    const url = await aShown()
    await test.services.db('files.files').where({ folder: 'photos' }).update({ content_type: 'text/html' })
    expect((await fetched(url)).statusCode).toBe(404)
  })
})

it('is offered where there is one, and adding where there is none, to staff and technicians', async () => {
  const { list } = (await technician.get('/api/ui/pages/iot.containers')).body.data
  const see = list.commands.find(({ name }: { name: string }) => name === 'iot.seePhotos')
  expect(see).toMatchObject({ selection: 'one', when: { hasPhotos: [true] } })
  expect(test.services.messages.say('pl', 'iot.seePhotos.label')).toBe('Zobacz zdjęcia')
  expect(test.services.messages.say('pl', see.action.title, { containerNumber: 'K-7' })).toBe('Kontener K-7')
  const tab = list.panel.tabs.find(({ name }: { name: string }) => name === 'photos')
  const names = tab.list.commands.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['iot.addPhotoHere', 'iot.seePhoto'])
})
