/** Settings of what is watched: sensors with their readings, and the validators. A part of the schema. */
import { Type } from '@sinclair/typebox'

export const sensorSettings = {
  batteryCriticalVolts: Type.Number({
    description: 'A sensor under this many volts has a critical battery.',
    default: 3.4,
    minimum: 0,
    maximum: 100
  }),
  batteryLowVolts: Type.Number({
    description: 'A sensor under this many volts has a low battery.',
    default: 3.6,
    minimum: 0,
    maximum: 100
  }),
  silenceHours: Type.Integer({
    description: 'A sensor silent for this many hours counts as disconnected.',
    default: 48,
    minimum: 1,
    maximum: 8760
  }),
  geofenceDwellMinutes: Type.Integer({
    description:
      'A container that has been in an internal store or at a reception place for so many minutes counts as staying there, not passing by.',
    default: 10,
    minimum: 1,
    maximum: 1440
  }),
  readingsKeepMonths: Type.Integer({
    description:
      'How many whole months of sensor readings, and of rejected ones, are kept besides the present month; older ones are removed. 0 keeps all.',
    default: 0,
    minimum: 0,
    maximum: 1200
  }),
  sensorReadingsADay: Type.Integer({
    description:
      'Most readings of one sensor that are stored a day. What it kept while it was out of reach comes at once; what exceeds this is ' +
      'acknowledged and dropped, and a security event says so.',
    default: 50_000,
    minimum: 1,
    maximum: 100_000_000
  }),
  sensorRejectionsADay: Type.Integer({
    description: 'The same for readings that are rejected, which are kept with their reason.',
    default: 5_000,
    minimum: 1,
    maximum: 100_000_000
  }),
  readingsOldestDays: Type.Integer({
    description:
      'A reading that is more than so many days old when it arrives is rejected as too old: its sensor’s clock has fallen back. 0 takes any age.',
    default: 400,
    minimum: 0,
    maximum: 36500
  }),
  noMovementDays: Type.Integer({
    description: 'Validator “no movement”: a delivered container has rested in one spot for so many days.',
    default: 90,
    minimum: 1,
    maximum: 3650
  }),
  noMovementMetres: Type.Integer({
    description: 'Validator “no movement”: how many metres around its spot count as the spot.',
    default: 100,
    minimum: 1,
    maximum: 100000
  }),
  incidentMetres: Type.Integer({
    description:
      'Validator “incident”: a container that is more than so many metres from its reception place has left it.',
    default: 500,
    minimum: 1,
    maximum: 1000000
  }),
  incidentDays: Type.Integer({
    description:
      'Validator “incident”: an order or a document of so many days before or after explains that a container has left.',
    default: 3,
    minimum: 1,
    maximum: 365
  }),
  noResponseDays: Type.Integer({
    description: 'Validator “no response”: no reading for so many days.',
    default: 7,
    minimum: 1,
    maximum: 3650
  }),
  missingInvoiceDays: Type.Integer({
    description:
      'Validator “missing invoice” and the page of reconciliation: an order that was completed more than so many days ago has no invoice number.',
    default: 14,
    minimum: 1,
    maximum: 3650
  }),
  badSyncHours: Type.Integer({
    description: 'Validator “bad sync”: an order waits for the accounting system for more than so many hours.',
    default: 24,
    minimum: 1,
    maximum: 8760
  }),
  wrongAddressMetres: Type.Integer({
    description:
      'Validator “possible wrong address”: the containers of a reception place rest more than so many metres from it.',
    default: 1000,
    minimum: 1,
    maximum: 1000000
  }),
  validatorsHour: Type.Integer({
    description: 'All validators are run once a night, from this hour on by the clock of Warsaw.',
    default: 3,
    minimum: 0,
    maximum: 23
  })
}
