/** Containers that administrators enter and edit: their numbers, what refuses them, and the secret of their sensors. */
import { beforeAll, describe, expect, it } from 'vitest'
import { up as ownNumbers } from '../../migrations/133_container_numbers.ts'
import { luhnDigit } from '../../src/contract/sensor-numbers.ts'
import { verifySecret } from '../../src/kernel/mqtt/secret.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aContainer, aStore } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
let technician: Person
let store: { id: number; name: string }
let sensors = 0

beforeAll(async () => {
  test = await aSharedApp()
  ;[staff, technician] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('SERVICE_TECHNICAN')])
  store = await aStore(test.services.db, { at: { latitude: 51, longitude: 22 }, name: 'Magazyn Lublin' })
})

/** An IMEI that no other container has, of a real kind of device. */
const anImei = (): string => {
  const front = String(35_693_803_000_000 + ++sensors)
  return front + luhnDigit(front)
}
const add = (body: object, who = staff) => who.post('/IoT/containers', body)
const edit = (id: number, body: object, who = staff) => who.put(`/IoT/container/${id}`, body)
const numbers = { serNo: 'OT24-000123', iccid: '8948010000000000017', description: 'Z nowej dostawy' }
const fieldOf = ({
  status,
  body
}: {
  status: number
  body: { Errors?: { PropertyName: string; ErrorMessage: string }[] }
}) => [status, body.Errors?.[0]?.PropertyName, body.Errors?.[0]?.ErrorMessage]

describe('a new container', () => {
  it('has all its numbers, its service store, and a secret that is in this answer alone', async () => {
    const imei = anImei()
    const { status, body } = await add({ imei, containerNumber: ' K-7001 ', assignedStoreId: store.id, ...numbers })
    expect(status).toBe(201)
    const { secret, ...container } = body.data
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(container).toMatchObject({
      id: expect.any(Number),
      imei,
      containerNumber: 'K-7001',
      assignedInternalStoreName: 'Magazyn Lublin',
      hasAccess: true,
      status: 0,
      ...numbers
    })
    const { id } = container
    const kept = await test.services.db('iot.containers').where({ id }).first()
    expect(verifySecret(kept.secret_hash, secret)).toBe(true)
    expect(kept.broker_hash).toMatch(/^\$7\$101\$/)
    const everywhere = JSON.stringify([
      kept,
      await test.services.db('kernel.changes').where({ subject_id: id }),
      await test.services.db('kernel.idempotency'),
      (await staff.get(`/IoT/container/${id}`)).body
    ])
    expect(everywhere).not.toContain(secret)
    const { data: history } = (await staff.get(`/IoT/container/${id}/changes`)).body
    expect(history[0]).toMatchObject({ statusDescription: 'Dodano kontener' })
  })

  it('needs an IMEI alone; blank numbers are none, and so is what is left out', async () => {
    const { status, body } = await add({
      imei: anImei(),
      containerNumber: '',
      serNo: ' ',
      iccid: '',
      assignedStoreId: null
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ containerNumber: null, serNo: null, iccid: null, assignedInternalStoreId: null })
  })

  it('can be of a kind that no maker has, whose numbers have no check digit', async () => {
    expect((await add({ imei: '350000000000451' })).status).toBe(201)
  })

  const imeiIsWrong =
    'Wpisz prawidłowy IMEI: 15 cyfr, z których ostatnia jest kontrolna. Sprawdź, czy nie ma w nim pomyłki.'
  it.each<[string, object, unknown[]]>([
    ['no IMEI', {}, [400, 'imei', 'Wpisz IMEI czujnika.']],
    ['a wrong check digit', { imei: '356938035643808' }, [400, 'imei', imeiIsWrong]],
    ['two digits in the other order', { imei: '356938035634809' }, [400, 'imei', imeiIsWrong]],
    ['too few digits', { imei: '35693803564380' }, [400, 'imei', imeiIsWrong]],
    ['letters', { imei: '35693803564380A' }, [400, 'imei', imeiIsWrong]],
    [
      'a SIM card of other digits',
      { imei: '356938035643809', iccid: '8948' },
      [400, 'iccid', 'ICCID karty SIM ma 18–20 cyfr.']
    ],
    [
      'a store that is not there',
      { imei: '356938035643809', assignedStoreId: 999_999 },
      [422, 'assignedStoreId', 'Tego magazynu nie ma. Wybierz inny.']
    ]
  ])('with %s is refused at the field', async (_, body, wanted) => {
    expect(fieldOf(await add(body))).toEqual(wanted)
    expect(await test.services.db('iot.containers').where({ imei: '356938035643809' })).toEqual([])
  })

  it('with a sensor that another container has is refused, and that one is named', async () => {
    const [numbered, bare] = [
      await aContainer(test.services.db),
      await aContainer(test.services.db, { container_number: null })
    ]
    expect(fieldOf(await add({ imei: numbered.imei }))).toEqual([
      422,
      'imei',
      `Ten czujnik ma już kontener ${numbered.container_number}. Sprawdź IMEI.`
    ])
    expect(fieldOf(await add({ imei: bare.imei }))[2]).toBe('Ten czujnik ma już kontener bez numeru. Sprawdź IMEI.')
  })

  it('cannot be serviced by a closed store', async () => {
    const closed = await aStore(test.services.db, { at: { latitude: 51.5, longitude: 22 } })
    await staff.put(`/api/Admin/Stores/internal/${closed.id}/close`, {})
    expect(fieldOf(await add({ imei: anImei(), assignedStoreId: closed.id }))[1]).toBe('assignedStoreId')
  })

  it('is entered by administrators, while nothing is chosen', async () => {
    expect((await add({ imei: anImei() }, technician)).status).toBe(403)
    const bar = async (who: Person) => (await who.get('/api/ui/pages/iot.containers')).body.data.list.commands
    const command = (await bar(staff)).find(({ name }: { name: string }) => name === 'iot.addContainer')
    expect(command).toMatchObject({ selection: 'none', reveals: 'secret', action: { kind: 'call', method: 'POST' } })
    expect(command.form.fields.map(({ name }: { name: string }) => name)).toEqual([
      'imei',
      'containerNumber',
      'serNo',
      'iccid',
      'assignedStoreId',
      'description'
    ])
    expect((await bar(technician)).map(({ name }: { name: string }) => name)).not.toContain('iot.addContainer')
  })
})

describe('a number', () => {
  it('belongs to one container: another is refused, in any letter case, and the refusal names the first', async () => {
    const first = await aContainer(test.services.db, { container_number: 'K-8001' })
    const sentence = `Numer k-8001 ma już inny kontener, z czujnikiem ${first.imei}. Wpisz inny numer.`
    expect(fieldOf(await add({ imei: anImei(), containerNumber: 'k-8001 ' }))).toEqual([
      422,
      'containerNumber',
      sentence
    ])
    const second = await aContainer(test.services.db)
    expect(fieldOf(await edit(second.id, { containerNumber: 'k-8001' }))).toEqual([422, 'containerNumber', sentence])
    expect((await edit(first.id, { containerNumber: 'K-8001', description: 'Ten sam' })).status).toBe(200)
    expect((await edit(first.id, { containerNumber: 'k-8001' })).status).toBe(200)
  })

  it('given to two containers at once belongs to one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => add({ imei: anImei(), containerNumber: 'K-8100' }))
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    const refused = answers.filter(({ status }) => status === 422)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['iot.numberTaken']))
  })

  it('that several containers had before the rule stays with them; no other container gets it', async () => {
    const { db } = test.services
    await db.raw('drop index iot.containers_one_number')
    const [first, second, third] = [
      await aContainer(db, { container_number: 'K-9001' }),
      await aContainer(db, { container_number: 'k-9001' }),
      await aContainer(db, { container_number: 'K-9001' })
    ]
    await ownNumbers(db)
    await ownNumbers(db)
    expect((await edit(second.id, { containerNumber: 'k-9001', serNo: 'OT24-1' })).status).toBe(200)
    expect((await edit(third.id, { containerNumber: 'K-9003' })).status).toBe(200)
    expect((await edit(third.id, { containerNumber: 'K-9001' })).body.code).toBe('iot.numberTaken')
    await expect(db('iot.containers').where({ id: third.id }).update({ container_number: 'K-9001' })).rejects.toThrow(
      'containers_one_number'
    )
    await expect(aContainer(db, { container_number: 'K-9001' })).rejects.toThrow('containers_one_number')
    expect((await edit(first.id, { containerNumber: 'K-9002' })).status).toBe(200)
  })
})

describe('editing', () => {
  it('changes the numbers and the service store, and leaves what is not named', async () => {
    const { id, imei } = await aContainer(test.services.db, { ser_no: 'SN-OLD' })
    const { status, body } = await edit(id, {
      containerNumber: 'K-7100',
      iccid: '894801000000000001f',
      assignedStoreId: store.id
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      imei,
      containerNumber: 'K-7100',
      serNo: 'SN-OLD',
      iccid: '894801000000000001F',
      assignedInternalStoreId: store.id
    })
    expect((await edit(id, { serNo: null, assignedStoreId: null })).body.data).toMatchObject({
      containerNumber: 'K-7100',
      serNo: null,
      assignedInternalStoreId: null
    })
    const { data: history } = (await staff.get(`/IoT/container/${id}/changes`)).body
    expect(history[0].changes.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['serNo', 'assignedInternalStoreName'])
    )
  })

  it('changes neither IMEI nor secret, nor numbers for technicians', async () => {
    const { id } = await aContainer(test.services.db)
    for (const body of [{ imei: anImei() }, { secret: 'mine' }]) expect((await edit(id, body)).status).toBe(400)
    expect((await edit(id, { serNo: 'SN' }, technician)).status).toBe(400)
    expect((await edit(id, { description: 'Pełny', status: 1, identifier: '7', id }, technician)).status).toBe(200)
  })
})
