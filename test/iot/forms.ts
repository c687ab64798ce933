/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const numbers = { containerNumber: 'K-1', serNo: 'OT24-123456', iccid: '8948010000000000017', assignedStoreId: 1 }
const aContainer = { description: 'Przy bramie', status: 1 }

const aPhoto = { containerId: 1, blobFileNames: ['photos/2026-05/0b6cfd9e-7d35-4a3c-9d53-2f4a0d5a7f11.jpg'] }
const aStore = {
  name: 'Magazyn Kutno',
  borderPoints: [
    { latitude: 52.234, longitude: 19.358 },
    { latitude: 52.234, longitude: 19.36 },
    { latitude: 52.236, longitude: 19.36 }
  ],
  position: { latitude: 52.235, longitude: 19.359 }
}

const aBattery = {
  changedDate: '2026-05-04',
  blobFileNames: ['photos/2026-05/0b6cfd9e-7d35-4a3c-9d53-2f4a0d5a7f11.jpg']
}

const aRound = { containerIds: [1, 2], startStoreId: 1, latitude: 52, longitude: 21 }
const aStop = { containerId: 1, state: 2, note: 'Brama zamknięta' }

export const forms: Forms = {
  'iot.changeBattery for ADMIN': aBattery,
  'iot.changeBattery for SERVICE_TECHNICAN': aBattery,
  'iot.beginRound for ADMIN': aRound,
  'iot.beginRound for SERVICE_TECHNICAN': aRound,
  'iot.decideStop for ADMIN': aStop,
  'iot.decideStop for SERVICE_TECHNICAN': aStop,
  'iot.addPhoto for ADMIN': aPhoto,
  'iot.addPhoto for SERVICE_TECHNICAN': aPhoto,
  'iot.addContainer for ADMIN': { imei: '356938035643809', ...numbers, description: 'Nowy' },
  'iot.edit for ADMIN': { ...aContainer, ...numbers },
  'iot.edit for SERVICE_TECHNICAN': aContainer,
  'iot.addStore for ADMIN': aStore,
  'iot.editStore for ADMIN': aStore
}
