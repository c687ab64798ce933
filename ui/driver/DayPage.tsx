/** A day: its stops in the order of the route. */
import { longDay } from '../../src/contract/days.ts'
import { dayHref, stopHref } from './address.ts'
import { shownDates } from './days.ts'
import { type Stop, stopsOf, useDay, useDays, useOutbox } from './hooks.ts'
import { amountOf, isFinished, Outcome } from './parts.tsx'
import { isChanged } from './told.ts'
import { useLanguage, useText } from './words.ts'

function Row({ date, one, isNew, isOther }: { date: string; one: Stop; isNew: boolean; isOther: boolean }) {
  const text = useText()
  const { stop, told } = one
  return (
    <li>
      <a className={`stop stop-${told.outcome}`} href={stopHref(date, stop.orderId)}>
        <span className="stop-place" aria-hidden="true">
          {stop.sequence}
        </span>
        <span className="stop-body">
          <span className="stop-name">{stop.client}</span>
          <span>{stop.place.address}</span>
          <span className="stop-what">
            {amountOf(text, stop.quantity, stop.unit)} · {stop.item}
          </span>
          <span className="chips">
            <Outcome stop={stop} told={told} />
            {stop.urgent && <span className="chip chip-bad">{text('stop.urgent')}</span>}
            {stop.wishedPart !== null && <span className="chip">{text(`stop.part.${stop.wishedPart}`)}</span>}
            {isNew && <span className="chip chip-busy">{text('day.new')}</span>}
            {isOther && <span className="chip chip-busy">{text('day.changed')}</span>}
          </span>
        </span>
      </a>
    </li>
  )
}

export function DayPage({ date }: { date: string }) {
  const text = useText()
  const language = useLanguage()
  const kept = useDay(date)
  const box = useOutbox()
  const { problem, reading } = useDays()
  const [today, tomorrow] = shownDates()
  const stops = kept ? stopsOf(kept, box) : []
  const isOpen = ({ stop, told }: Stop) =>
    !isFinished(stop) && (told.outcome === 'waiting' || told.outcome === 'arrived')
  const done = stops.filter(one => !isOpen(one)).length
  const vehicles = [...new Set(stops.map(one => one.vehicle))]
  return (
    <main>
      <nav className="days" aria-label={text('day.days')}>
        {[today, tomorrow].map(one => (
          <a key={one} href={dayHref(one)} aria-current={one === date ? 'page' : undefined}>
            {text(one === today ? 'day.today' : 'day.tomorrow')}
          </a>
        ))}
      </nav>
      <h1>{longDay(language, date, new Date())}</h1>
      {stops.length > 0 && (
        <p className="lead">
          {vehicles.join(', ')} · {text('day.progress', { done, all: stops.length })}
        </p>
      )}
      {problem && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
      {kept && stops.length === 0 && <p className="empty">{text('day.none')}</p>}
      {!kept && <p className="empty">{text(reading ? 'day.reading' : 'day.notRead')}</p>}
      <ol className="stops">
        {kept &&
          stops.map(one => (
            <Row
              key={one.stop.orderId}
              date={date}
              one={one}
              isNew={isChanged(kept, one.stop.orderId) === 'new'}
              isOther={isChanged(kept, one.stop.orderId) === 'changed'}
            />
          ))}
      </ol>
    </main>
  )
}
