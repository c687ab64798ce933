/** Settings of the working day of drivers, by which the arrival at a stop is estimated. A part of the schema. */
import { Type } from '@sinclair/typebox'

const time = { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', patternSays: 'a time such as 18:00' }

export const drivingSettings = {
  workdayStart: Type.String({
    description: 'When drivers set out in the morning, by the clock of Warsaw. Windows of arrival begin with it.',
    default: '07:00',
    ...time
  }),
  roadSpeed: Type.Integer({
    description:
      'Average speed of the vehicles on the road, in kilometres an hour. Roads are taken as 1.3 times the straight line.',
    default: 50,
    minimum: 10,
    maximum: 120
  }),
  stopMinutes: Type.Integer({
    description: 'How many minutes the work at a stop takes on average.',
    default: 20,
    minimum: 1,
    maximum: 240
  }),
  arrivalMessagesAt: Type.String({
    description:
      'From when on clients who get messages about arrivals are told of the next day, until 22:00, by the clock of Warsaw.',
    default: '18:00',
    ...time
  })
}
