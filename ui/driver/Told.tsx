/** What the driver has told of a stop, and what became of each tap. */
import type { DriverDay } from '../../modules/driver/contract.ts'
import type { KeptEvent } from './database.ts'
import type { Stop } from './hooks.ts'
import { amountOf } from './parts.tsx'
import { type Text, useIntl, useText } from './words.ts'

function detailOf({ event }: KeptEvent, { stop }: Stop, day: DriverDay, text: Text): string | undefined {
  switch (event.type) {
    case 'loaded':
      return amountOf(text, event.data.quantity, stop.unit)
    case 'weighed':
      return text('told.kilograms', { kilograms: event.data.kilograms })
    case 'signed':
      return event.data.name
    case 'photo':
      return text(`photo.${event.data.kind}`)
    case 'card':
      return event.data.number
    case 'failed':
      return [text(`reason.${event.data.reason}`), event.data.note].filter(Boolean).join(' – ')
    case 'unloaded':
      return day.stores.find(store => store.id === event.data.storeId)?.name
    default:
      return undefined
  }
}

export function Told({ one, day }: { one: Stop; day: DriverDay }) {
  const text = useText()
  const intl = useIntl()
  const undone = new Set(one.taps.flatMap(({ event }) => (event.type === 'undone' ? [event.data.eventId] : [])))
  const shown = one.taps.filter(({ event }) => event.type !== 'undone')
  if (shown.length === 0 && one.photos.length === 0) return null
  return (
    <section>
      <h2>{text('told.title')}</h2>
      <ol className="told">
        {shown.map(kept => {
          const { event, state, result, why } = kept
          const detail = detailOf(kept, one, day, text)
          const isUndone = undone.has(event.id)
          return (
            <li key={event.id} className={isUndone ? 'told-undone' : undefined}>
              <span className="told-time">{intl.formatTime(event.at, { hour: '2-digit', minute: '2-digit' })}</span>
              <span>
                {text(`event.${event.type}`)}
                {detail && `: ${detail}`}
                {isUndone && ` (${text('told.undone')})`}
              </span>
              <span className="told-state">
                {state === 'kept' && text('told.kept')}
                {state === 'told' && result === 'conflict' && text('told.conflict')}
                {state === 'told' && result === 'refused' && (why ?? text('told.refused'))}
                {state === 'told' && result !== 'conflict' && result !== 'refused' && text('told.sent')}
              </span>
            </li>
          )
        })}
      </ol>
      {one.photos.map(photo =>
        photo.problem ? (
          <p key={photo.id} className="note note-bad">
            {text('photo.refused')} {photo.problem}
          </p>
        ) : null
      )}
    </section>
  )
}
