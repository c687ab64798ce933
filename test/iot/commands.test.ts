import { beforeAll, describe, expect, it } from 'vitest'
import { disconnectSilent } from '../../modules/iot/offline-detection.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aContainer } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
let technician: Person

beforeAll(async () => {
  test = await aSharedApp()
  ;[staff, technician] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('SERVICE_TECHNICAN')])
})

const container = (given = {}) => aContainer(test.services.db, given)
const edit = (id: number, body: object, who = staff, headers: Record<string, string> = {}) =>
  who.put(`/IoT/container/${id}`, body, headers)
const changes = async (id: number) => (await staff.get(`/IoT/container/${id}/changes`)).body.data

describe('editing a container', () => {
  it('changes number, status and description, and history says so', async () => {
    const { id } = await container({ container_number: 'X-1', status: 1 })
    const { status, body } = await edit(id, {
      containerNumber: 'X-2',
      status: 6,
      description: 'wgnieciony',
      id,
      identifier: 'SN'
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id, containerNumber: 'X-2', status: 6, description: 'wgnieciony', version: 2 })
    const [change] = await changes(id)
    expect(change).toMatchObject({ statusDescription: 'Zmieniono dane kontenera' })
    expect(change.changes).toEqual(
      expect.arrayContaining([
        { field: 'status', before: 1, after: 6 },
        { field: 'containerNumber', before: 'X-1', after: 'X-2' },
        { field: 'description', before: null, after: 'wgnieciony' }
      ])
    )
  })

  it('leaves what is not given and clears what is blank', async () => {
    const { id } = await container({ container_number: 'X-3', description: 'stary' })
    expect((await edit(id, { description: ' ' })).body.data).toMatchObject({
      containerNumber: 'X-3',
      description: null
    })
    expect((await edit(id, { containerNumber: null })).body.data.containerNumber).toBeNull()
    expect((await edit(id, {})).status).toBe(200)
  })

  it('takes containerStatus for status, and refuses two different ones', async () => {
    const { id } = await container()
    expect((await edit(id, { containerStatus: 3 })).body.data.status).toBe(3)
    expect((await edit(id, { status: 4, containerStatus: 4 })).body.data.status).toBe(4)
    const { body } = await edit(id, { status: 4, containerStatus: 5 })
    expect(body).toMatchObject({ status: 400, Errors: [{ PropertyName: 'containerStatus' }] })
  })

  it.each([
    [{ status: 11 }, 'status'],
    [{ status: '1' }, 'status'],
    [{ containerNumber: 'x'.repeat(51) }, 'containerNumber'],
    [{ imei: '1' }, 'imei'],
    [{ id: 2_000_000_000 }, 'id']
  ])('refuses %j', async (body, field) => {
    const { id } = await container({ status: 1 })
    const answer = await edit(id, body)
    expect(answer.body).toMatchObject({
      status: 400,
      Errors: [{ PropertyName: field, ErrorMessage: expect.any(String) }]
    })
    expect(await changes(id)).toEqual([])
  })

  it('lets a technician change status and description, not the number', async () => {
    const { id } = await container({ container_number: 'X-4' })
    expect((await edit(id, { status: 8, description: 'w naprawie' }, technician)).body.data).toMatchObject({
      status: 8
    })
    const refused = await edit(id, { containerNumber: 'X-5' }, technician)
    expect(refused.body).toMatchObject({ status: 400, Errors: [{ PropertyName: 'containerNumber' }] })
    const asked = async (who: Person) => {
      const { list } = (await who.get('/api/ui/pages/iot.containers')).body.data
      const { form } = list.commands.find(({ name }: { name: string }) => name === 'iot.edit')
      const shown = form.fields.filter(({ control }: { control: string }) => control !== 'hidden')
      return shown.map(({ name }: { name: string }) => name)
    }
    expect(await asked(technician)).toEqual(['status', 'description'])
    const numbers = ['serNo', 'iccid', 'assignedStoreId']
    expect(await asked(staff)).toEqual(['containerNumber', 'status', ...numbers, 'description'])
  })

  it('is refused on a stale version, and to other roles', async () => {
    const { id } = await container()
    await edit(id, { status: 3 })
    const stale = await edit(id, { status: 4 }, staff, { 'if-match': '"1"' })
    expect(stale.body).toMatchObject({
      status: 409,
      code: 'kernel.stale',
      current: { status: 3 },
      changes: [{ who: expect.stringMatching(/^Anna/) }]
    })
    const client = await test.signedInAs('CLIENT_ADMIN')
    expect((await edit(id, { status: 4 }, client)).status).toBe(403)
    expect((await edit(999_999, { status: 4 })).status).toBe(404)
  })
})

describe('silence', () => {
  it('of 48 hours disconnects what was connected, and history says so', async () => {
    test.clock.now = new Date('2026-05-03T12:00:00Z')
    const silent = await container({ status: 1, heard_at: new Date('2026-05-01T11:59:59Z') })
    const heard = await container({ status: 1, heard_at: new Date('2026-05-01T12:00:00Z') })
    const delivered = await container({ status: 4, heard_at: new Date('2026-01-01T12:00:00Z') })
    expect(await disconnectSilent(test.services)).toEqual([silent.id])
    const statusOf = async ({ id }: { id: number }) => (await staff.get(`/IoT/container/${id}`)).body.data.status
    expect(await Promise.all([silent, heard, delivered].map(statusOf))).toEqual([2, 1, 4])
    expect(await changes(silent.id)).toMatchObject([
      {
        date: '2026-05-03T12:00:00.000Z',
        statusDescription: 'Rozłączony: brak sygnału od 48 godzin',
        user: null,
        changes: [{ field: 'status', before: 1, after: 2 }]
      }
    ])
    expect(await disconnectSilent(test.services)).toEqual([])
  })

  it('disconnects them all, however many are silent', async () => {
    test.clock.now = new Date('2026-05-03T12:00:00Z')
    const { db } = test.services
    await db.raw(`insert into iot.containers (imei, status, heard_at)
      select '99' || lpad(n::text, 13, '0'), 1, '2026-01-01' from generate_series(1, 501) n`)
    expect(await disconnectSilent(test.services)).toHaveLength(501)
    const [kept] = await db('kernel.changes')
      .where({ code: 'iot.silence' })
      .whereJsonPath('params', '$.hours', '=', 48)
      .count()
    expect(Number(kept?.count)).toBeGreaterThanOrEqual(501)
  })

  it('does not disconnect a container whose reading is being written', async () => {
    test.clock.now = new Date('2026-05-03T12:00:00Z')
    const { id } = await container({ status: 1, heard_at: new Date('2026-01-01T12:00:00Z') })
    await test.services.db.transaction(async ingest => {
      await ingest('iot.containers').where({ id }).update({ heard_at: test.clock.now })
      expect(await disconnectSilent(test.services)).toEqual([])
    })
    expect(await disconnectSilent(test.services)).toEqual([])
    expect((await staff.get(`/IoT/container/${id}`)).body.data.status).toBe(1)
    expect(await changes(id)).toEqual([])
  })
})
