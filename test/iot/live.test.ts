/** From a sensor over real MQTT to the browser's socket and the map: the whole application, nothing stood in for. */
import { once } from 'node:events'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { HubMessage } from '../../src/contract/hub.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { aCompany, aContainer, aPlace, aSecret, aStore } from '../helper/factories.ts'
import { freePort } from '../helper/relay.ts'

const yard = { latitude: 51.1432, longitude: 23.4716 }

let test: TestApp
let mqttPort: number
let address: string

beforeAll(async () => {
  mqttPort = await freePort()
  test = await anApp({ MQTT_PORT: String(mqttPort) })
  await test.begin()
  address = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

/** A socket that has been greeted, and what it hears next of a kind. */
async function listening(token: string) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/hub`)
  await once(socket, 'open')
  const heard: HubMessage[] = []
  const waiting: (() => void)[] = []
  socket.on('message', data => {
    heard.push(JSON.parse(String(data)))
    for (const wake of waiting.splice(0)) wake()
  })
  socket.send(JSON.stringify({ token }))
  async function next<K extends HubMessage['kind']>(kind: K): Promise<Extract<HubMessage, { kind: K }>> {
    for (;;) {
      const message = heard.find(one => one.kind === kind)
      if (message) return message as Extract<HubMessage, { kind: K }>
      await new Promise<void>(resolve => waiting.push(resolve))
    }
  }
  await next('ready')
  return { next, close: () => socket.close() }
}

it('a reading moves its container on the map, in its store, by its nearest place', async () => {
  const { db } = test.services
  const company = await aCompany(db, { place: false })
  const place = await aPlace(db, { companyId: company.id, departmentId: company.departmentId, at: yard })
  const store = await aStore(db, { at: yard })
  const { id, imei, container_number: containerNumber } = await aContainer(db)
  const technician = await test.signedInAs('SERVICE_TECHNICAN')
  const staff = await test.signedInAs('ADMIN')
  const hubs = await Promise.all([listening(technician.token), listening(staff.token)])

  const sensor = await mqtt.connectAsync(
    `mqtt://127.0.0.1:${mqttPort}`,
    {
      username: imei,
      password: aSecret,
      reconnectPeriod: 50
    },
    true
  )
  const ts = new Date().toISOString()
  const reading = { ts, lat: yard.latitude, lon: yard.longitude, battery: 3.3 }
  await sensor.publishAsync(`containers/${imei}/telemetry`, JSON.stringify(reading), { qos: 1 })
  await sensor.endAsync()

  const point = { id, ...yard, currentBatteryLevel: 3.3, currentBatteryStatus: 3, status: 1, lastActiveDate: ts }
  for (const hub of hubs)
    expect(await hub.next('items')).toEqual({ kind: 'items', channel: 'iot.positions', items: [point] })
  expect((await technician.get('/IoT/containers')).body.data.list).toEqual([{ ...point, containerNumber }])
  expect(await hubs[1]?.next('changed')).toEqual({ kind: 'changed', resourceType: 'iot.container', ids: [id] })
  for (const hub of hubs) hub.close()

  const whole = (await staff.get(`/IoT/container/${id}`)).body.data
  expect(whole).toMatchObject({ internalStoreId: store.id, closestReceptionPlaceDistance: 0 })
  expect(whole.closestReceptionPlaceAddress).toMatch(/^Chełm, Hutnicza/)
  expect(place.id).toBeGreaterThan(0)
  expect((await staff.get(`/IoT/container/${id}/changes`)).body.data).toMatchObject([
    {
      user: null,
      statusDescription: 'Połączony: jest sygnał z czujnika',
      changes: [{ field: 'status', before: 0, after: 1 }]
    }
  ])
  const stays = (await staff.get(`/IoT/container/${id}/history`)).body
  expect(stays).toMatchObject({ total: 1, data: [{ ...yard, firstActiveDate: ts, internalStoreName: store.name }] })
})

it('a broker whose port is taken does not start, and says what to do', async () => {
  const second = await anApp({ MQTT_PORT: String(mqttPort), ROLES: 'ingest' })
  await expect(second.begin()).rejects.toThrow(`Port ${mqttPort} is taken. Stop what listens there, or set MQTT_PORT`)
  await second.close()
})
