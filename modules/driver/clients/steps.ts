/**
 * What of a stop its client is told, and in what words: arrived, loaded, weighed, signed, photos, or not collected and why. The note of the
 * driver is for the office, and so are positions, the phone, the store and other stops.
 */
import { countingEvents, type ReportedEvent } from '../../../src/contract/driver-stop.ts'
import type { Language } from '../../../src/contract/languages.ts'
import { oneLine } from '../../../src/kernel/messaging/letter.ts'
import type { Say } from '../../notifications/public.ts'
import { unitOf } from '../../orders/schema.ts'
import { type EventData, type EventType, tyreKinds } from '../contract.ts'
import type { Reported } from '../events/reported.ts'

/** Who reads it, and the order whose unit quantities are in (a code of `OrderType`). */
export interface Reading {
  readonly say: Say
  readonly language: Language
  readonly orderTypeId: number
}

const dataOf = <T extends EventType>(event: ReportedEvent, _type: T): EventData[T] => event.data as EventData[T]

/** The events that a client is shown, in the order in which they happened: of what was reported again the last alone. */
export function stepsOf({ state, events }: Reported): ReportedEvent[] {
  const counting = countingEvents(events)
  const ends = state.outcome === 'failed' ? ['failed'] : ['loaded', 'weighed']
  const last = (type: string): ReportedEvent | undefined => counting.findLast(event => event.type === type)
  const photos = state.photos.flatMap(({ id, stored }) => {
    const event = counting.findLast(
      ({ type, data }) => type === 'photo' && (data as { photoId: string }).photoId === id
    )
    return stored && event ? [event] : []
  })
  const steps = [counting.find(({ type }) => type === 'arrived'), ...[...ends, 'signed'].map(last), ...photos].flatMap(
    event => event ?? []
  )
  // those of one moment stay as a stop goes: whoever signs does so after the load
  return steps.toSorted((a, b) => a.at - b.at)
}

const numberText = ({ language }: Reading, value: number): string => new Intl.NumberFormat(language).format(value)

function loadedText(reading: Reading, { quantity, tyres = {} }: EventData['loaded']): string {
  const { say, orderTypeId } = reading
  const unit = unitOf(orderTypeId)
  const amount = numberText(reading, quantity)
  const what = unit === 'tonnes' ? `${amount} t` : `${amount} ${say(`common.unit.${unit}`, { count: quantity })}`
  const counts = tyreKinds.flatMap(kind =>
    tyres[kind] ? say('driver.say.tyres', { kind, count: numberText(reading, tyres[kind]) }) : []
  )
  return say('driver.say.loaded', { what: counts.length === 0 ? what : `${what} (${counts.join(', ')})` })
}

/** A step in a few words, in the language of its reader: `załadowano: 2 szt. (osobowe: 40)`. */
export function stepText(reading: Reading, event: ReportedEvent): string {
  const { say } = reading
  if (event.type === 'loaded') return loadedText(reading, dataOf(event, 'loaded'))
  if (event.type === 'weighed')
    return say('driver.say.weighed', { mass: `${numberText(reading, dataOf(event, 'weighed').kilograms)} kg` })
  if (event.type === 'signed') return say('driver.say.signed', { name: oneLine(dataOf(event, 'signed').name) })
  if (event.type === 'failed')
    return say('driver.say.failed', { reason: say(`driver.failure.${dataOf(event, 'failed').reason}`) })
  if (event.type === 'photo') return say('driver.say.photo', { kind: dataOf(event, 'photo').kind })
  return say('driver.say.arrived')
}

/** The box in which signatures are drawn (`ui/driver/SignaturePad.tsx`). */
const box = { width: 600, height: 240 }

/**
 * The drawing as the address of a picture. Its path was checked when the event was taken (`events/judge.ts`): it has letters of commands and
 * numbers alone. A picture runs no script. It is ink on paper in both themes.
 */
export function signatureUrl(path: string): string {
  const { width, height } = box
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#fff"/><path d="${path}" fill="none" stroke="#1c1917" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
